import FileText from 'lucide-react/icons/file-text';
import { pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { PagedListPage } from '../ListPage';
import type { Screen } from '../screen';
import { Empty, SearchBox, Toolbar, WayOn } from '../table/frame';
import { Table } from '../table/Table';
import { offerColumns } from './columns';
import { SendOffer } from './SendOffer';
import { offersSearch, useOffers } from './search';

const title = 'Angebote';

function OffersPage() {
  const list = useOffers();
  const { change } = list;
  const { q = '' } = list.state;
  return (
    <PagedListPage
      list={list}
      title={title}
      what="der Angebote"
      note={({ total }) => <Badge>{total === 1 ? '1 Angebot' : `${total} Angebote`}</Badge>}
      actions={(refresh) => (
        <>
          <SendOffer />
          {refresh}
        </>
      )}
      toolbar={
        <Toolbar>
          <SearchBox
            label="Angebote durchsuchen"
            placeholder="Nummer oder E-Mail suchen..."
            value={q}
            onChange={(typed) => change({ q: typed || undefined, page: undefined }, true)}
          />
        </Toolbar>
      }
    >
      {({ offers }) =>
        offers.length === 0 ? (
          <Empty title="Keine Angebote gefunden">
            {q ? (
              <WayOn label="Suche zurücksetzen" onClick={() => change({ q: undefined, page: undefined })} />
            ) : null}
          </Empty>
        ) : (
          <Table label={title} columns={offerColumns} rows={offers} rowId={({ id }) => id} />
        )
      }
    </PagedListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeOffers,
  title,
  icon: FileText,
  nav: 'main',
  search: offersSearch,
  component: OffersPage,
};
