import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type ApplicationRow, stateLabels } from '#domain/applications/staff';
import { berlinDay } from '#domain/dates';
import { api, pages } from '#domain/urls';
import { Button } from '../../ui/button';
import { useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { saveCsv } from '../save-file';
import { type Screen, useSearchState } from '../screen';
import { Empty, OptionalFilter, SearchBox } from '../table/frame';
import { SourceFilter, sourcesOf } from '../table/sources';
import { type Sorting, Table, useRows } from '../table/Table';
import { applicationColumns } from './columns';
import { DeletionDialogs } from './DeletionDialogs';
import {
  type ApplicationsSearch,
  applicationStates,
  applicationsCsv,
  applicationsSearch,
  pruned,
  rowFilter,
  searchTexts,
  sourceOf,
} from './rows';
import { whenIdle } from './when-idle';

const title = 'Anträge';

function ApplicationsPage() {
  const query = useLoaded<ApplicationRow[]>(api.staffApplications);
  return (
    <ListPage
      title={title}
      what="der Anträge"
      query={query}
      note={({ length }) => `${length.toLocaleString('de-DE')} insgesamt`}
    >
      {(applications) => <ApplicationList applications={applications} />}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeApplications,
  title,
  icon: ClipboardList,
  nav: 'main',
  search: applicationsSearch,
  component: ApplicationsPage,
};

function ApplicationList({ applications }: { applications: readonly ApplicationRow[] }) {
  const [search, change] = useSearchState(applicationsSearch);
  const sorting: Sorting = { field: search.sort ?? 'createdAt', direction: search.dir ?? 'desc' };
  const [toDelete, setToDelete] = useState<'selected' | ApplicationRow | null>(null);
  const columns = useMemo(() => applicationColumns(setToDelete), []);
  const filter = useFilter(applications, search);
  const sources = useMemo(() => sourcesOf(applications.map(sourceOf)), [applications]);
  const rows = useRows({ rows: applications, columns, sorting, filter });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => pruned(ticked, rows), [ticked, rows]);
  // a selected row that a filter has hidden is no longer selected when it returns
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
        <OptionalFilter
          label="Status filtern"
          all="Alle Anträge"
          value={search.status}
          options={states}
          onChange={(status) => change({ status })}
        />
        <SourceFilter sources={sources} value={search.source} onChange={(source) => change({ source })} />
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {selected.size > 0 ? (
            <Button look="danger" size="small" onClick={() => setToDelete('selected')}>
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
        <Empty title="Keine Anträge gefunden" />
      ) : (
        <Table
          label={title}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          sorting={{ ...sorting, onSort: (sort, dir) => change({ sort, dir }) }}
          selection={{ selected, onChange: setTicked }}
        />
      )}
      <DeletionDialogs
        toDelete={toDelete}
        selected={selected}
        onClose={() => setToDelete(null)}
        onBulkDeleted={() => setTicked(new Set())}
      />
    </>
  );
}

const states = applicationStates.map((value) => ({ value, label: stateLabels[value] }));

/** Search texts are built in idle slices of this length; all 100,000 at once would block the first keystroke. */
const sliceMs = 8;

/** The filter of the rows. It may follow a keystroke a moment later. */
function useFilter(applications: readonly ApplicationRow[], search: ApplicationsSearch) {
  const { status, source } = search;
  const q = useDeferredValue(search.q);
  const texts = useMemo(() => searchTexts(applications), [applications]);
  useEffect(() => whenIdle(() => texts.prepare(sliceMs)), [texts]);
  return useMemo(() => rowFilter(texts, { q, status, source }), [texts, q, status, source]);
}
