import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ApplicationRow } from '#domain/backoffice/applications';
import { berlinDay } from '#domain/dates';
import { Button } from '../../ui/button';
import { saveCsv } from '../csv';
import { failureOf } from '../failure';
import { Page } from '../Page';
import { applicationsQuery } from '../queries';
import { screens } from '../screens';
import type { ApplicationSortField, ApplicationsSearch } from '../search';
import { DataTable } from '../table/DataTable';
import { ListEmpty, ListError, ListLoading } from '../table/ListState';
import { FilterSelect, RefreshButton, SearchBox } from '../table/Toolbar';
import { type Sorting, useDataTable } from '../table/useDataTable';
import { whenIdle } from '../when-idle';
import { applicationColumns } from './columns';
import { DeletionDialogs } from './DeletionDialogs';
import { applicationsCsv, pruned, rowFilter, searchTexts, stateLabels } from './rows';

const route = getRouteApi('/backoffice/applications');

/** The list of applications (spec 2, "Application list"). */
export function ApplicationsPage() {
  const { data, error, isFetching, refetch } = useQuery(applicationsQuery);
  return (
    <Page
      title={screens.applications.title}
      note={data ? `${data.length.toLocaleString('de-DE')} insgesamt` : undefined}
      actions={<RefreshButton busy={isFetching && data !== undefined} onRefresh={() => void refetch()} />}
    >
      {error ? (
        <ListError
          message={`Fehler beim Laden der Anträge: ${failureOf(error)}`}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? <ApplicationList applications={data} /> : null}
      {data || error ? null : <ListLoading />}
    </Page>
  );
}

function ApplicationList({ applications }: { applications: readonly ApplicationRow[] }) {
  const { search, change } = useListSearch();
  const sorting: Sorting = { field: search.sort ?? 'createdAt', direction: search.dir ?? 'desc' };
  const [doomed, setDoomed] = useState<'selected' | ApplicationRow | null>(null);
  const columns = useMemo(() => applicationColumns(setDoomed), []);
  const filter = useFilter(applications, search);
  const table = useDataTable({ rows: applications, columns, rowId, sorting, filter });
  const { rows } = table;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => pruned(ticked, rows), [ticked, rows]);
  // what a filter hid stays out when it comes back
  if (selected !== ticked) setTicked(selected);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox
          label="Anträge durchsuchen"
          placeholder="Antrag-ID suchen..."
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, true)}
        />
        <FilterSelect
          label="Status filtern"
          value={search.status ?? 'all'}
          options={[
            { value: 'all', label: 'Alle Anträge' },
            { value: 'completed', label: stateLabels.completed },
            { value: 'incomplete', label: stateLabels.incomplete },
          ]}
          onChange={(status) =>
            change({ status: status === 'completed' || status === 'incomplete' ? status : undefined })
          }
        />
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {selected.size > 0 ? (
            <Button look="danger" size="small" onClick={() => setDoomed('selected')}>
              {`${selected.size} ausgewählte löschen`}
            </Button>
          ) : null}
          <Button
            look="secondary"
            size="small"
            disabled={rows.length === 0}
            onClick={() => saveCsv(`antraege-${berlinDay(new Date())}.csv`, applicationsCsv(rows))}
          >
            CSV-Export
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <ListEmpty title="Keine Anträge gefunden" />
      ) : (
        <DataTable
          label="Anträge"
          table={table}
          columns={columns}
          sorting={sorting}
          onSort={({ field, direction }) => change({ sort: field as ApplicationSortField, dir: direction })}
          selection={{ selected, onChange: setTicked }}
        />
      )}
      <DeletionDialogs
        doomed={doomed}
        selected={selected}
        onClose={() => setDoomed(null)}
        onBulkDeleted={() => setTicked(new Set())}
      />
    </>
  );
}

/** Made before the first search in pieces this long: in one piece 100,000 rows would hold its first key up. */
const sliceMs = 8;

const rowId = ({ id }: ApplicationRow) => id;

/** The list's state in the address; typing replaces it, everything else is a step to go back from. */
function useListSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<ApplicationsSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace, resetScroll: false });
  return { search, change };
}

/** Which rows are left; what is typed may take effect a moment after the keystroke. */
function useFilter(applications: readonly ApplicationRow[], { q = '', status }: ApplicationsSearch) {
  const query = useDeferredValue(q);
  const texts = useMemo(() => searchTexts(applications), [applications]);
  useEffect(() => whenIdle(() => texts.prepare(sliceMs)), [texts]);
  return useMemo(() => rowFilter(texts, query, status), [texts, query, status]);
}
