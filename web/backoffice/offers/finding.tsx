import { Empty, SearchBox, Toolbar, WayOn } from '../table/frame';
import { SourceFilter } from '../table/sources';
import type { useOffers } from './search';

type Props = { list: ReturnType<typeof useOffers> };

export function OfferTools({ list: { state, change, query } }: Props) {
  return (
    <Toolbar>
      <SearchBox
        label="Angebote durchsuchen"
        placeholder="Nummer oder E-Mail suchen..."
        value={state.q ?? ''}
        onChange={(typed) => change({ q: typed || undefined, page: undefined }, true)}
      />
      <SourceFilter
        sources={Object.keys(query.data?.sources ?? {})}
        value={state.source}
        onChange={(source) => change({ source, page: undefined })}
      />
    </Toolbar>
  );
}

export function NoOffers({ list: { state, change } }: Props) {
  const { q, source } = state;
  return (
    <Empty title="Keine Angebote gefunden">
      {q || source ? (
        <WayOn
          label={source ? 'Suche und Filter zurücksetzen' : 'Suche zurücksetzen'}
          onClick={() => change({ q: undefined, source: undefined, page: undefined })}
        />
      ) : null}
    </Empty>
  );
}
