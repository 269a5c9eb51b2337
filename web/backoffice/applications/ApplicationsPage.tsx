import { Link } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type ApplicationRow, stateLabels } from '#domain/applications/staff';
import { berlinDay } from '#domain/dates';
import { shortId } from '#domain/ids';
import { api, href, pages } from '#domain/urls';
import { buttonClass, SmallButton } from '../../ui/button';
import { optionsOf } from '../../ui/fields';
import { PassingButton } from '../buttons';
import { saveCsv } from '../calls';
import { BlockBadges } from '../cases/desk';
import { type List, listScreen, sortingOf, Tools } from '../ListPage';
import { Moment } from '../table/cells';
import { Empty, sourcesOf } from '../table/frame';
import { acts, type Column, Table, useRows } from '../table/Table';
import { DeletionDialogs } from './deletion';
import {
  type ApplicationsSearch,
  applicationsCsv,
  applicationsSearch,
  pruned,
  rowFilter,
  StatusBadge,
  searchTexts,
  sourceOf,
  stateOf,
  stepNameOf,
} from './rows';

const title = 'Anträge';

export const screen = listScreen({
  path: pages.backofficeApplications,
  title,
  icon: ClipboardList,
  what: 'der Anträge',
  list: api.staffApplications,
  search: applicationsSearch,
  filters: [
    { name: 'status', label: 'Status filtern', all: 'Alle Anträge', options: optionsOf(stateLabels) },
  ],
  note: ({ length }: ApplicationRow[]) => `${length.toLocaleString('de-DE')} insgesamt`,
  show: (applications, list) => <ApplicationList applications={applications} list={list} />,
});

type Props = { applications: readonly ApplicationRow[]; list: List<ApplicationsSearch> };

function ApplicationList({ applications, list }: Props) {
  const sorting = sortingOf(list);
  const [toDelete, setToDelete] = useState<'selected' | ApplicationRow | null>(null);
  const columns = useMemo(() => columnsOf(setToDelete), []);
  const filter = useFilter(applications, list.state);
  const sources = useMemo(() => sourcesOf(applications.map(sourceOf)), [applications]);
  const rows = useRows({ rows: applications, columns, sorting, filter });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => pruned(ticked, rows), [ticked, rows]);
  // a selected row that a filter has hidden is no longer selected when it returns
  if (selected !== ticked) setTicked(selected);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Tools
          {...list}
          find={{ label: 'Anträge durchsuchen', placeholder: 'Antrag-ID suchen...' }}
          sources={sources}
        />
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {selected.size > 0 ? (
            <SmallButton look="danger" onClick={() => setToDelete('selected')}>
              {`${selected.size} ausgewählte löschen`}
            </SmallButton>
          ) : null}
          <SmallButton
            disabled={rows.length === 0}
            onClick={() => saveCsv(`antraege-${berlinDay(new Date())}.csv`, applicationsCsv(rows))}
          >
            CSV-Export
          </SmallButton>
        </div>
      </div>
      <Table
        label={title}
        columns={columns}
        rows={rows}
        sorting={sorting}
        selection={{ selected, onChange: setTicked }}
        empty={<Empty title="Keine Anträge gefunden" />}
      />
      <DeletionDialogs
        toDelete={toDelete}
        selected={selected}
        onClose={() => setToDelete(null)}
        onBulkDeleted={() => setTicked(new Set())}
      />
    </>
  );
}

/** Search texts are built in idle slices of this length; all 100,000 at once would block the first keystroke. */
const sliceMs = 8;

function useFilter(applications: readonly ApplicationRow[], search: ApplicationsSearch) {
  const { status, source } = search;
  const q = useDeferredValue(search.q);
  const texts = useMemo(() => searchTexts(applications), [applications]);
  useEffect(() => whenIdle(() => texts.prepare(sliceMs)), [texts]);
  return useMemo(() => rowFilter(texts, { q, status, source }), [texts, q, status, source]);
}

function columnsOf(onDelete: (row: ApplicationRow) => void): Column<ApplicationRow>[] {
  return [
    {
      id: 'id',
      header: 'Antrag-ID',
      // as a number, which sorts faster; the first 48 bits of 100,000 ids are hardly ever equal
      sortValue: ({ id }) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
      cell: ({ id }) => (
        <span className="font-mono text-sm" title={id}>
          {shortId(id)}
        </span>
      ),
    },
    {
      id: 'person',
      header: 'Person und Pferd',
      cell: (row) => <Person row={row} />,
      className: 'xl:max-w-0 xl:w-full',
    },
    {
      id: 'status',
      header: 'Status',
      sortValue: (row) => stateLabels[stateOf(row)],
      cell: ({ completed, adviceOwed, restricted }) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge completed={completed} />
          <BlockBadges adviceOwed={adviceOwed} restricted={restricted} />
        </span>
      ),
    },
    {
      id: 'currentStep',
      header: 'Aktueller Schritt',
      // completed comes after the sixth step
      sortValue: ({ completed, currentStep }) => (completed ? 7 : currentStep),
      cell: stepNameOf,
    },
    moment('createdAt', 'Erstellt'),
    moment('lastUpdated', 'Letzte Änderung'),
    acts((row) => (
      <span className="inline-flex flex-wrap gap-2">
        <Link
          to={href(pages.backofficeApplication, { id: row.id })}
          className={buttonClass('secondary', 'small')}
        >
          Details
        </Link>
        <PassingButton look="danger" onClick={() => onDelete(row)}>
          Löschen
        </PassingButton>
      </span>
    )),
  ];
}

function moment(id: 'createdAt' | 'lastUpdated', header: string): Column<ApplicationRow> {
  return {
    ...{ id, header, className: 'tabular-nums xl:w-28' },
    sortValue: (row) => Date.parse(row[id]),
    cell: (row) => <Moment iso={row[id]} />,
  };
}

function Person({ row: { contactName, email, horseName, source } }: { row: ApplicationRow }) {
  if (!contactName && !horseName && !source) return '-';
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      <span className={`block truncate ${contactName ? 'font-semibold' : 'text-ink-soft'}`}>
        {contactName || 'Noch kein Kontakt'}
      </span>
      <span className="block truncate text-sm text-ink-soft">
        {[horseName, email].filter(Boolean).join(' · ')}
      </span>
      {source ? <span className="block truncate text-sm text-ink-soft">{`Quelle: ${source}`}</span> : null}
    </span>
  );
}

/** Calls `work` whenever the page is idle, until it returns true. Returns a function that stops earlier. */
function whenIdle(work: () => boolean): () => void {
  const next = () => {
    handle = later(() => {
      if (!work()) next();
    });
  };
  let handle = 0;
  next();
  return () => stop(handle);
}

// older versions of Safari do not have it
const idles = 'requestIdleCallback' in globalThis;
const later = (act: () => void) => (idles ? requestIdleCallback(act) : Number(setTimeout(act, 16)));
const stop = (handle: number) => (idles ? cancelIdleCallback(handle) : clearTimeout(handle));
