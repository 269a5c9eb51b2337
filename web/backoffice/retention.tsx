import { formatDay } from '#domain/dates';
import { type RetentionRow, retentionRules } from '#domain/retention/periods';
import { api, pages } from '#domain/urls';
import { listScreen } from './ListPage';
import { searchOf } from './screen';
import { type Column, Table } from './table/Table';

const title = 'Löschplan';

/** What is kept how long, and what is deleted next. The operator sets the periods. */
export const screen = listScreen({
  path: pages.backofficeRetention,
  title,
  role: 'admin',
  what: 'des Löschplans',
  list: api.retention,
  search: searchOf({}),
  // the clock and the work of others change the numbers
  isChanging: true,
  forbidden: 'Den Löschplan sehen nur Administratoren.',
  show: (rows: RetentionRow[]) => (
    <>
      <p className="mb-5 max-w-3xl text-ink-soft">
        Was seine Frist überschritten hat, löscht die Anwendung von selbst, jede Stunde einen Teil. Die
        Fristen stehen in der Umgebung des Servers. Solange ein Widerruf offen ist, bleiben er und sein Antrag
        gespeichert.
      </p>
      <Table label={title} columns={columns} rows={rows} rowId={({ kind }) => kind} />
    </>
  ),
});

const count = (value: number) => <span className="tabular-nums">{value.toLocaleString('de-DE')}</span>;

const columns: Column<RetentionRow>[] = [
  {
    header: 'Daten',
    cell: ({ kind }) => <span className="font-semibold">{retentionRules[kind].label}</span>,
  },
  { header: 'Frist', cell: ({ period }) => period },
  { header: 'Beginn der Frist', cell: ({ kind }) => retentionRules[kind].since },
  { header: 'Gespeichert', cell: ({ total }) => count(total) },
  { header: 'In 30 Tagen fällig', cell: ({ dueIn30Days }) => count(dueIn30Days) },
  { header: 'Nächste Löschung', cell: ({ nextOn }) => (nextOn ? formatDay(nextOn) : '-') },
];
