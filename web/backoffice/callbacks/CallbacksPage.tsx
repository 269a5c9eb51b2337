import PhoneCall from 'lucide-react/icons/phone-call';
import { useMemo } from 'react';
import type { CallbackRow } from '#domain/callbacks/calls';
import { api, pages } from '#domain/urls';
import { useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { type Screen, useSearchState } from '../screen';
import { Empty, OptionalFilter, SearchBox, Toolbar, WayOn } from '../table/frame';
import { Table, useRows } from '../table/Table';
import { callbackColumns } from './columns';
import { callbackStates, callbacksSearch, findCallbacks, stateLabels, summaryOf } from './rows';

const title = 'Rückruf-Anfragen';

function CallbacksPage() {
  const query = useLoaded<CallbackRow[]>(api.staffCallbacks);
  return (
    <ListPage title={title} what="der Rückruf-Anfragen" query={query} note={summaryOf}>
      {(callbacks) => <CallbackList callbacks={callbacks} />}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeCallbacks,
  title: 'Rückrufe',
  icon: PhoneCall,
  nav: 'main',
  search: callbacksSearch,
  component: CallbacksPage,
};

function CallbackList({ callbacks }: { callbacks: readonly CallbackRow[] }) {
  const [{ q = '', status, sort = 'createdAt', dir = 'desc' }, change] = useSearchState(callbacksSearch);
  const found = useMemo(() => findCallbacks(callbacks, q, status), [callbacks, q, status]);
  const sorting = { field: sort, direction: dir };
  const rows = useRows({ rows: found, columns: callbackColumns, sorting });
  const filtered = q !== '' || status !== undefined;
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
      </Toolbar>
      {rows.length === 0 ? (
        <Empty title="Keine Rückruf-Anfragen gefunden">
          {filtered ? (
            <WayOn
              label="Suche und Filter zurücksetzen"
              onClick={() => change({ q: undefined, status: undefined })}
            />
          ) : null}
        </Empty>
      ) : (
        <Table
          label={title}
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
