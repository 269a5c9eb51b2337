import type { Callback } from '#domain/callbacks/request';
import { formatInstant } from '#domain/format';
import { phoneHref } from '#domain/links';
import { Linked } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, Table, wide } from '../table/Table';

const columns: Column<Callback>[] = [
  { header: 'Name', cell: ({ name }) => name, className: `${wide} font-semibold xl:min-w-32` },
  {
    header: 'Telefon',
    className: `${wide} xl:min-w-36`,
    cell: ({ phone }) => <Linked href={phoneHref(phone)}>{phone}</Linked>,
  },
  { header: 'E-Mail', cell: ({ email }) => email ?? '-', className: `${wide} xl:min-w-64` },
  { header: 'Wunschzeit', cell: ({ preferredTime }) => preferredTime ?? '-' },
  {
    header: 'Erstellt',
    cell: ({ createdAt }) => formatInstant(createdAt),
    className: `${wide} tabular-nums xl:whitespace-nowrap`,
  },
  {
    header: 'Nachricht',
    cell: ({ message }) => (
      <span title={message ?? undefined} className="block min-w-0 truncate xl:max-w-40 2xl:max-w-72">
        {message ?? '-'}
      </span>
    ),
  },
];

export function CallbackWishes({ wishes }: { wishes: readonly Callback[] }) {
  if (wishes.length === 0) {
    return <Empty small title="Niemand wartet auf einen Anruf" note="Alle Wünsche sind bearbeitet." />;
  }
  return <Table label="Wer auf einen Anruf wartet" columns={columns} rows={wishes} look="shortXl" />;
}
