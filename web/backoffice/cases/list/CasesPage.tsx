import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type ReactNode, useRef, useState } from 'react';
import type { Handover, HandoverPage } from '#domain/cases/handover';
import { type Case, type CasePage, caseViews } from '#domain/cases/staff';
import { berlinDay, formatDay } from '#domain/dates';
import { formatInstant } from '#domain/format';
import { api, href, pages } from '#domain/urls';
import { Button, linkClass } from '../../../ui/button';
import { Fold } from '../../../ui/fold';
import { Badge } from '../../../ui/notices';
import { changing, loadFailure, queryOf } from '../../calls';
import { listScreen } from '../../ListPage';
import { LoadFailed } from '../../Page';
import { anyText, oneOf, pageNumber, searchOf } from '../../screen';
import { Moment, Text } from '../../table/cells';
import { Empty, Paged, SearchBox, Toolbar, useFocusAfter, WayOn } from '../../table/frame';
import { SelectionBar, useTickedRows } from '../../table/selection';
import { type Column, Table } from '../../table/Table';
import { BlockBadges, CaseStatusBadge, ConfirmationFlag, SuggestionFlag, UrgencyFlags } from '../flags';
import {
  CreateHandover,
  confirmLabel,
  downloadHandover,
  downloadLabel,
  HandoverDialog,
  type ShownHandover,
} from '../handovers/HandoverDialog';
import { NextCaseButton } from '../next-case';
import { useDueCases } from '../queries';
import { Skipped, type SkippedCases } from '../Skipped';
import { BulkAssign, BulkFollowUp } from './BulkDialogs';
import { usualView, Views } from './Views';

const search = searchOf({ view: oneOf(caseViews), q: anyText, page: pageNumber });

export const screen = listScreen({
  path: pages.backofficeCases,
  title: 'Vorgänge',
  icon: FolderKanban,
  nav: 'main',
  useCount: useDueCases,
  countWord: 'fällig',
  what: 'der Vorgänge',
  list: api.cases,
  search,
  // what one person handles on a Monday morning fits on one page
  asks: ({ view = usualView, page, q }) => ({ view, page, pageSize: 50, q }),
  isChanging: true,
  actions: (refresh) => (
    <>
      {refresh}
      <NextCaseButton />
    </>
  ),
  show: ({ cases }: CasePage, { state: { view = usualView, q }, narrow }) => (
    <CaseList cases={cases}>
      {q && view !== 'all' ? (
        <WayOn label="In allen Vorgängen suchen" onClick={() => narrow({ view: 'all' })} />
      ) : null}
    </CaseList>
  ),
  toolbar: ({ state: { view = usualView, q }, narrow, query }) => (
    <>
      <Views active={view} q={q} />
      <Toolbar count={query.data ? found(query.data.total) : undefined}>
        <SearchBox
          label="Vorgänge durchsuchen"
          placeholder="Name, Pferd, Telefon oder Police suchen..."
          value={q ?? ''}
          onChange={(typed) => narrow({ q: typed || undefined }, true)}
          wide
        />
      </Toolbar>
    </>
  ),
  around: (rows) => (
    <>
      {rows}
      <EarlierHandovers />
    </>
  ),
});

function found(total: number): string {
  return total === 1 ? '1 Vorgang' : `${total.toLocaleString('de-DE')} Vorgänge`;
}

function EarlierHandovers() {
  const [open, setOpen] = useState(false);
  return (
    <Fold
      title="Frühere Übergaben"
      className="mt-8 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open ? <Handovers /> : null}
    </Fold>
  );
}

function Handovers() {
  const [page, setPage] = useState<number>();
  const query = useQuery({
    ...queryOf<HandoverPage>(api.handovers, { page: page ?? 1, pageSize: 10 }),
    ...changing,
  });
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <div className="border-t border-line px-4 py-4 sm:px-6">
      {error ? (
        <LoadFailed onRetry={() => void refetch()}>{loadFailure('der Übergaben', error)}</LoadFailed>
      ) : null}
      {data || error ? null : <p role="status">Wird geladen...</p>}
      {data ? (
        <Paged
          page={page}
          totalPages={data.totalPages}
          old={isPlaceholderData}
          change={(part) => setPage(part.page)}
        >
          {data.handovers.length === 0 ? (
            <p className="text-ink-soft">Noch wurde kein Antrag übergeben.</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.handovers.map((one) => (
                <Row key={one.id} handover={one} />
              ))}
            </ul>
          )}
        </Paged>
      ) : null}
    </div>
  );
}

function Row({ handover }: { handover: Handover }) {
  const { id, at, username, format, count, confirmedOn } = handover;
  const [open, setOpen] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  // a confirmation removes the button that opened the dialog
  useFocusAfter(open, text);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p id={`uebergabe-${id}`} ref={text} tabIndex={-1} className="min-w-0 grow outline-none wrap-anywhere">
        <span className="mr-2 font-semibold tabular-nums">{formatInstant(at)}</span>
        <span className="text-ink-soft">
          {`${count === 1 ? '1 Antrag' : `${count} Anträge`} · ${format.toUpperCase()} · ${username}`}
        </span>
      </p>
      {confirmedOn ? <Badge tone="positive">{`Übermittelt am ${formatDay(confirmedOn)}`}</Badge> : null}
      {count > 0 ? (
        <Button
          look="secondary"
          size="small"
          aria-describedby={`uebergabe-${id}`}
          onClick={() => void downloadHandover(handover)}
        >
          {downloadLabel}
        </Button>
      ) : null}
      {count > 0 && confirmedOn === null ? (
        <Button
          look="secondary"
          size="small"
          aria-describedby={`uebergabe-${id}`}
          onClick={() => setOpen(true)}
        >
          {confirmLabel}
        </Button>
      ) : null}
      <HandoverDialog shown={open ? { ...handover, cases: [] } : null} onClose={() => setOpen(false)} />
    </li>
  );
}

const idOf = ({ applicationId }: Case) => applicationId;

function CaseList({ cases, children }: { cases: readonly Case[]; children: ReactNode }) {
  const { selected, selection, clear } = useTickedRows(cases, idOf);
  const [skipped, setSkipped] = useState<SkippedCases | null>(null);
  const [handover, setHandover] = useState<ShownHandover | null>(null);
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0 || handover !== null, around);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar text={selectedCases(selected)} onClear={clear}>
        <CaseActions selected={selected} onSkipped={setSkipped} onHandover={setHandover} />
      </SelectionBar>
      {skipped ? <Skipped {...skipped} /> : null}
      <Table
        label="Vorgänge"
        columns={columns}
        rows={cases}
        rowId={idOf}
        rowName={({ contactName, horseName }) => `${contactName} mit ${horseName}`}
        selection={selection}
        empty={<Empty title="Keine Vorgänge in dieser Ansicht">{children}</Empty>}
      />
      <HandoverDialog shown={handover} onClose={() => setHandover(null)} />
    </div>
  );
}

type Props = {
  selected: readonly Case[];
  /** Shown by the list: the bar may be gone when its cases have left the view. */
  onSkipped: (skipped: SkippedCases) => void;
  onHandover: (handover: ShownHandover) => void;
};

function CaseActions({ selected, onSkipped, onHandover }: Props) {
  const [dialog, setDialog] = useState<'assign' | 'followUp' | null>(null);
  const shown = { cases: selected, onClose: () => setDialog(null), onSkipped };
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setDialog('assign')}>
        Zuweisen
      </Button>
      <Button look="secondary" size="small" onClick={() => setDialog('followUp')}>
        Wiedervorlage setzen
      </Button>
      <CreateHandover cases={selected} onCreated={onHandover} />
      <BulkAssign {...shown} open={dialog === 'assign'} />
      <BulkFollowUp {...shown} open={dialog === 'followUp'} />
    </>
  );
}

function selectedCases({ length }: readonly Case[]): string | null {
  if (length === 0) return null;
  return length === 1 ? '1 Vorgang ausgewählt' : `${length} Vorgänge ausgewählt`;
}

const stack = 'flex flex-wrap items-center gap-1 max-xl:inline-flex max-xl:align-top';

/** The server sorts: what is due first. */
const columns: Column<Case>[] = [
  {
    header: 'Wiedervorlage',
    cell: (found) => (
      <span className={stack}>
        <span className={`mr-1 tabular-nums ${found.overdue ? 'font-semibold text-danger' : ''}`}>
          {found.followUpOn ? formatDay(found.followUpOn) : '-'}
        </span>
        <UrgencyFlags found={found} today={berlinDay(new Date())} />
      </span>
    ),
    className: 'xl:w-32',
  },
  {
    header: 'Person und Pferd',
    cell: (found) => <Person found={found} />,
    // the name needs no heading on a card
    className: 'xl:max-w-0 xl:w-full xl:min-w-60 max-xl:min-w-0 max-xl:before:hidden!',
  },
  {
    header: 'Stand',
    cell: (found) => (
      <span className={`${stack} xl:max-w-64`}>
        <CaseStatusBadge status={found.status} />
        <BlockBadges {...found} />
        <ConfirmationFlag {...found} />
        <SuggestionFlag {...found} />
      </span>
    ),
  },
  {
    header: 'Beginn',
    cell: ({ startsOn }) => <span className="tabular-nums">{formatDay(startsOn)}</span>,
  },
  {
    header: 'Bearbeiter',
    cell: ({ assignee }) =>
      assignee ? <Text>{assignee.username}</Text> : <span className="text-ink-soft">Niemand</span>,
    className: 'xl:min-w-28 xl:max-w-40',
  },
  {
    header: 'Eingereicht',
    cell: ({ completedAt }) => <Moment iso={completedAt} />,
    className: 'tabular-nums xl:w-28',
  },
];

function Person({
  found: { applicationId: id, contactName, horseName, phone, policyNumber },
}: {
  found: Case;
}) {
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      <Link
        to={href(pages.backofficeApplication, { id })}
        id={`vorgang-${id}`}
        className={`block truncate font-semibold ${linkClass}`}
      >
        {contactName}
      </Link>
      <span className="block truncate text-sm text-ink-soft">
        {[horseName, phone, policyNumber].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
