import { formatDay } from '#domain/dates';
import { type RetentionRow, retentionRules } from '#domain/retention/periods';
import { api, pages } from '#domain/urls';
import { listScreen } from './ListPage';
import { searchOf } from './screen';
import { type Column, column, Table } from './table/Table';

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
        Fristen stehen in den Einstellungen des Servers. Solange ein Widerruf offen ist, bleiben er und sein
        Antrag gespeichert.
      </p>
      <Table label={title} columns={columns} rows={rows} rowId={({ kind }) => kind} />
    </>
  ),
});

const count = (value: number) => <span className="tabular-nums">{value.toLocaleString('de-DE')}</span>;

const columns: Column<RetentionRow>[] = [
  column('Daten', ({ kind }) => <span className="font-semibold">{retentionRules[kind].label}</span>),
  column('Frist', ({ period }) => period),
  column('Beginn der Frist', ({ kind }) => retentionRules[kind].since),
  column('Gespeichert', ({ total }) => count(total)),
  column('In 30 Tagen fällig', ({ dueIn30Days }) => count(dueIn30Days)),
  column('Nächste Löschung', ({ nextOn }) => (nextOn ? formatDay(nextOn) : '-')),
];
