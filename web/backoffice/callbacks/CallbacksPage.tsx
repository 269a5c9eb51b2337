import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Callback } from '#domain/callback';
import { Button } from '../../ui/button';
import { failureOf } from '../failure';
import { Page } from '../Page';
import { callbacksQuery } from '../queries';
import { type CallbackSortField, type CallbacksSearch, callbackSortFields, callbackStates } from '../search';
import { DataTable } from '../table/DataTable';
import { ListEmpty, ListError, ListLoading } from '../table/ListState';
import { FilterSelect, RefreshButton, SearchBox, Toolbar } from '../table/Toolbar';
import { useDataTable } from '../table/useDataTable';
import { callbackColumns } from './columns';
import { findCallbacks, stateLabels, summaryOf } from './rows';

const route = getRouteApi('/backoffice/callbacks');

/** Who wants to be called, and who was (spec 2, "Callback requests"). */
export function CallbacksPage() {
  const { data, error, isFetching, refetch } = useQuery(callbacksQuery);
  const retry = () => void refetch();
  return (
    <Page
      title="Rückruf-Anfragen"
      note={data ? summaryOf(data) : undefined}
      actions={<RefreshButton busy={isFetching && data !== undefined} onRefresh={retry} />}
    >
      {error ? (
        <ListError message={`Fehler beim Laden der Rückruf-Anfragen: ${failureOf(error)}`} onRetry={retry} />
      ) : null}
      {data ? <CallbackList callbacks={data} /> : null}
      {data || error ? null : <ListLoading />}
    </Page>
  );
}

function CallbackList({ callbacks }: { callbacks: readonly Callback[] }) {
  const { q = '', status, sort = 'createdAt', dir = 'desc' } = route.useSearch();
  const change = useChange();
  const rows = useMemo(() => findCallbacks(callbacks, q, status), [callbacks, q, status]);
  const sorting = { field: sort, direction: dir };
  const table = useDataTable({ rows, columns: callbackColumns, rowId, sorting });
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
        <FilterSelect
          label="Nach Status filtern"
          value={status ?? 'all'}
          options={states}
          onChange={(state) => change({ status: state === 'all' ? undefined : state })}
        />
      </Toolbar>
      {rows.length === 0 ? (
        <ListEmpty title="Keine Rückruf-Anfragen gefunden">
          {filtered ? (
            <Button look="secondary" size="small" onClick={() => change({ q: undefined, status: undefined })}>
              Suche und Filter zurücksetzen
            </Button>
          ) : null}
        </ListEmpty>
      ) : (
        <DataTable
          label="Rückruf-Anfragen"
          table={table}
          columns={callbackColumns}
          sorting={sorting}
          onSort={({ field, direction }) => change({ sort: sortFieldOf(field), dir: direction })}
        />
      )}
    </>
  );
}

const rowId = ({ id }: Callback) => id;
const states = [
  { value: 'all', label: 'Alle Status' } as const,
  ...callbackStates.map((value) => ({ value, label: stateLabels[value] })),
];

function sortFieldOf(field: string): CallbackSortField | undefined {
  return callbackSortFields.find((known) => known === field);
}

/** Changes the list's state in the address; typing replaces it, everything else is a step to go back from. */
function useChange() {
  const navigate = route.useNavigate();
  return (part: Partial<CallbacksSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace, resetScroll: false });
}
