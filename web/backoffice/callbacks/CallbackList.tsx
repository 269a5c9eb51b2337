import { useMemo } from 'react';
import type { CallbackRow } from '#domain/callbacks/calls';
import { useSearchState } from '../screen';
import { Empty, OptionalFilter, SearchBox, Toolbar, WayOn } from '../table/frame';
import { SourceFilter, sourcesOf } from '../table/sources';
import { Table, useRows } from '../table/Table';
import { callbackColumns } from './columns';
import { callbackStates, callbacksSearch, findCallbacks, stateLabels } from './rows';

type Props = { label: string; callbacks: readonly CallbackRow[] };

export function CallbackList({ label, callbacks }: Props) {
  const [search, change] = useSearchState(callbacksSearch);
  const { q = '', status, source, sort = 'createdAt', dir = 'desc' } = search;
  const found = useMemo(
    () => findCallbacks(callbacks, { q, status, source }),
    [callbacks, q, status, source],
  );
  const sources = useMemo(() => sourcesOf(callbacks.map((callback) => callback.source)), [callbacks]);
  const sorting = { field: sort, direction: dir };
  const rows = useRows({ rows: found, columns: callbackColumns, sorting });
  const filtered = q !== '' || status !== undefined || source !== undefined;
  return (
    <>
      <Toolbar count={filtered ? `${rows.length} von ${callbacks.length}` : null}>
        <SearchBox
          label="Rückruf-Anfragen durchsuchen"
          placeholder="Name, Telefon oder E-Mail suchen..."
          value={q}
          onChange={(typed) => change({ q: typed || undefined }, true)}
        />
        <OptionalFilter
          label="Nach Status filtern"
          all="Alle Status"
          value={status}
          options={states}
          onChange={(state) => change({ status: state })}
        />
        <SourceFilter sources={sources} value={source} onChange={(one) => change({ source: one })} />
      </Toolbar>
      {rows.length === 0 ? (
        <Empty title="Keine Rückruf-Anfragen gefunden">
          {filtered ? (
            <WayOn
              label="Suche und Filter zurücksetzen"
              onClick={() => change({ q: undefined, status: undefined, source: undefined })}
            />
          ) : null}
        </Empty>
      ) : (
        <Table
          label={label}
          columns={callbackColumns}
          rows={rows}
          rowId={({ id }) => id}
          sorting={{ ...sorting, onSort: (field, to) => change({ sort: field, dir: to }) }}
        />
      )}
    </>
  );
}

const states = callbackStates.map((value) => ({ value, label: stateLabels[value] }));
