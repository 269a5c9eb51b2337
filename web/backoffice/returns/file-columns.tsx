import { Link } from '@tanstack/react-router';
import { formatDay } from '#domain/dates';
import type { ReturnRow } from '#domain/returns/returns';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { Moment } from '../table/cells';
import type { Column } from '../table/Table';

export const fileColumns: Column<ReturnRow>[] = [
  {
    header: 'Datei',
    cell: (file) => <Name file={file} />,
    className: 'xl:w-full xl:min-w-60 max-xl:before:hidden!',
  },
  { header: 'Eingegangen', cell: ({ at }) => <Moment iso={at} />, className: 'xl:min-w-28' },
  {
    header: 'Von',
    cell: ({ username }) => <span className="wrap-anywhere">{senderOf(username)}</span>,
    className: 'xl:min-w-36',
  },
  { header: 'Zeilen', cell: ({ rowCount }) => <Count>{rowCount}</Count> },
  { header: 'Geändert', cell: ({ changed }) => <Count>{changed}</Count> },
  {
    header: 'Übernommen',
    cell: ({ appliedAt }) =>
      appliedAt ? <Moment iso={appliedAt} /> : <Badge tone="waiting">Noch nicht</Badge>,
    className: 'xl:min-w-28',
  },
  {
    header: 'Inhalt bis',
    cell: ({ contentUntil }) =>
      contentUntil ? (
        <span className="whitespace-nowrap tabular-nums">{formatDay(contentUntil)}</span>
      ) : (
        <span className="text-ink-soft">{contentGone}</span>
      ),
    className: 'xl:min-w-32',
  },
];

const contentGone = 'Inhalt gelöscht';

export function senderOf(username: string | null): string {
  return username ?? 'Austauschordner';
}

/** Without its content there is nothing to open. */
function Name({ file: { id, name, contentUntil } }: { file: ReturnRow }) {
  if (!contentUntil) return <span className="font-semibold wrap-anywhere">{name}</span>;
  return (
    <Link
      to={pages.backofficeReturns}
      search={{ file: id }}
      className={`font-semibold wrap-anywhere ${linkClass}`}
    >
      {name}
    </Link>
  );
}

function Count({ children }: { children: number }) {
  return <span className="tabular-nums">{children.toLocaleString('de-DE')}</span>;
}
