import { Link } from '@tanstack/react-router';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type ReactNode, useRef, useState } from 'react';
import { Object as ObjectType } from 'typebox';
import {
  assignee,
  type BulkResult,
  type Case,
  type CasePage,
  type CaseView,
  caseViews,
  followUp,
} from '#domain/cases/staff';
import { invalidChanges } from '#domain/cases/statuses';
import { berlinDay, formatDay } from '#domain/dates';
import { check, rule } from '#domain/fields';
import { counted } from '#domain/format';
import { api, href, pages } from '#domain/urls';
import { patiently, request } from '../../../api';
import { linkClass, SmallButton } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/fields';
import { useFocusAfter } from '../../../ui/focus';
import { TabLinks } from '../../../ui/tabs';
import { FormDialogButton } from '../../form/FormDialog';
import {
  CreateHandover,
  EarlierHandovers,
  HandoverDialog,
  type ShownHandover,
} from '../../insurer/handovers';
import { listScreen, Tools } from '../../ListPage';
import { anyText, oneOf, pageNumber, searchOf, uuid } from '../../screen';
import { Moment, Text } from '../../table/cells';
import { Empty, Toolbar } from '../../table/frame';
import { SelectionBar, useTickedRows } from '../../table/selection';
import { type Column, column, Table } from '../../table/Table';
import {
  AssigneeFilter,
  BlockBadges,
  CaseBadges,
  NextCaseButton,
  Skipped,
  type SkippedCases,
  UrgencyFlags,
  useCaseCounts,
  useStaffOptions,
  useToday,
} from '../desk';

const find = {
  label: 'Vorgänge durchsuchen',
  placeholder: 'Name, Pferd, Telefon oder Police suchen...',
  wide: true,
} as const;
const search = searchOf({ view: oneOf(caseViews), q: anyText, assignee: uuid, page: pageNumber });

export const screen = listScreen({
  path: pages.backofficeCases,
  title: 'Vorgänge',
  icon: FolderKanban,
  useCount: () => useCaseCounts()?.due,
  countWord: 'fällig',
  what: 'der Vorgänge',
  list: api.cases,
  search,
  // what one person handles on a Monday morning fits on one page
  asks: ({ view = usualView, page, q, assignee }) => ({ view, page, pageSize: 50, q, assignee }),
  isChanging: true,
  actions: (refresh) => (
    <>
      {refresh}
      <NextCaseButton />
    </>
  ),
  show: ({ cases }: CasePage, { state: { view = usualView, q, assignee }, narrow }) => (
    <CaseList cases={cases}>
      {q && (view !== 'all' || assignee) ? (
        <SmallButton onClick={() => narrow(everywhere)}>In allen Vorgängen suchen</SmallButton>
      ) : null}
    </CaseList>
  ),
  toolbar: (list) => (
    <>
      <Views {...list.state} />
      <Toolbar count={list.query.data && counted(list.query.data.total, 'Vorgang', 'Vorgänge')}>
        <Tools {...list} find={find} />
        <AssigneeFilter value={list.state.assignee} onChange={(assignee) => list.narrow({ assignee })} />
      </Toolbar>
    </>
  ),
  around: (children) => (
    <>
      {children}
      <EarlierHandovers />
    </>
  ),
});

const idOf = ({ applicationId }: Case) => applicationId;

function CaseList({ cases, children }: { cases: readonly Case[]; children: ReactNode }) {
  const { selected, selection, clear } = useTickedRows(cases, idOf);
  const [skipped, setSkipped] = useState<SkippedCases | null>(null);
  const [handover, setHandover] = useState<ShownHandover | null>(null);
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0 || handover !== null, around);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar
        text={selected.length > 0 ? `${counted(selected.length, 'Vorgang', 'Vorgänge')} ausgewählt` : null}
        onClear={clear}
      >
        <BulkAssign cases={selected} onSkipped={setSkipped} />
        <BulkFollowUp cases={selected} onSkipped={setSkipped} />
        <CreateHandover cases={selected} onCreated={setHandover} />
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

const stack = 'flex flex-wrap items-center gap-1 max-xl:inline-flex max-xl:align-top';

const columns: Column<Case>[] = [
  {
    header: 'Wiedervorlage',
    cell: (found) => (
      <span className={stack}>
        <span className={`mr-1 tabular-nums ${found.overdue ? 'font-semibold text-danger' : ''}`}>
          {found.followUpOn ? formatDay(found.followUpOn) : '-'}
        </span>
        <UrgencyFlags found={found} />
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
        <CaseBadges found={found}>
          <BlockBadges {...found} />
        </CaseBadges>
      </span>
    ),
  },
  column('Beginn', ({ startsOn }) => <span className="tabular-nums">{formatDay(startsOn)}</span>),
  {
    header: 'Bearbeiter',
    cell: ({ assignee }) =>
      assignee ? <Text>{assignee.username}</Text> : <span className="text-ink-soft">Niemand</span>,
    className: 'xl:min-w-28 xl:max-w-40',
  },
  column('Eingereicht', ({ completedAt }) => <Moment iso={completedAt} />, 'tabular-nums xl:w-28'),
];

function Person({ found }: { found: Case }) {
  const { applicationId: id, contactName, horseName, phone, policyNumber } = found;
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

type BulkProps = {
  cases: readonly Case[];
  /** Shown by the list: the bar may be gone when its cases have left the view. */
  onSkipped: (skipped: SkippedCases) => void;
};

function bulkOf({ cases, onSkipped }: BulkProps) {
  return {
    note: cases.length === 1 ? 'Für den ausgewählten Vorgang.' : `Für ${cases.length} ausgewählte Vorgänge.`,
    call: async (field: object) => {
      const named = cases.map(({ applicationId: id, version }) => ({ id, version }));
      const answer = await request<BulkResult>('POST', api.bulkCases, { cases: named, ...field }, patiently);
      onSkipped({ skipped: answer.skipped, cases });
      return answer;
    },
    success: ({ changed }: BulkResult) =>
      counted(changed, 'Vorgang wurde geändert.', 'Vorgänge wurden geändert.'),
    failure: 'Die Vorgänge konnten nicht geändert werden.',
  };
}

const assignment = ObjectType({ assigneeId: assignee });

function BulkAssign(props: BulkProps) {
  const options = useStaffOptions();
  return (
    <FormDialogButton
      {...bulkOf(props)}
      label="Zuweisen"
      title="Vorgänge zuweisen"
      initial={{ assigneeId: '' }}
      check={({ assigneeId }) => check(assignment, { assigneeId: assigneeId || null })}
      fields={({ control }) => (
        <SelectField label="Bearbeiter" options={options} {...control('assigneeId')} />
      )}
    />
  );
}

const today = () => berlinDay(new Date());
const newFollowUp = ObjectType({ followUpOn: rule(followUp, (day) => day >= today(), invalidChanges.past) });

function BulkFollowUp(props: BulkProps) {
  const { calendar } = useToday();
  return (
    <FormDialogButton
      {...bulkOf(props)}
      label="Wiedervorlage setzen"
      title="Wann wieder vorlegen?"
      initial={{ followUpOn: calendar.workingDaysAfter(today(), 1) }}
      check={(typed) => check(newFollowUp, typed)}
      fields={({ control }) => (
        <TextField label="Wiedervorlage" type="date" min={today()} aria-required {...control('followUpOn')} />
      )}
    />
  );
}

const viewLabels: Record<CaseView, string> = {
  mine: 'Meine',
  unassigned: 'Nicht zugewiesen',
  due: 'Fällig',
  open: 'Alle offenen',
  done: 'Erledigt',
  all: 'Alle Vorgänge',
};

const usualView: CaseView = 'open';
const isOfAll = (view: CaseView) => view !== 'mine' && view !== 'unassigned';
const everywhere = { view: 'all', assignee: undefined } as const;

function Views({ view: active = usualView, q, assignee }: ReturnType<typeof search>) {
  const counts = useCaseCounts();
  // all are reached by a search that finds nothing elsewhere
  const shown = caseViews.filter((view) => view !== 'all' || active === view);
  const links = shown.map((view) => ({
    key: view,
    content: (
      <>
        <span>{viewLabels[view]}</span>
        {counts ? <Count count={counts[view]} urgent={view === 'due'} /> : null}
      </>
    ),
    to: pages.backofficeCases,
    search: { view: view === usualView ? undefined : view, q, ...(isOfAll(view) && { assignee }) },
    current: view === active,
  }));
  return (
    <div className="mb-4">
      <TabLinks label="Ansichten" links={links} />
    </div>
  );
}

function Count({ count, urgent }: { count: number; urgent: boolean }) {
  const look = urgent && count > 0 ? 'rounded-full bg-saddle-100 px-2 text-saddle-800' : 'text-ink-soft';
  return <span className={`text-sm tabular-nums ${look}`}>{count.toLocaleString('de-DE')}</span>;
}
