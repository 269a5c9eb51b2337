import { Link } from '@tanstack/react-router';
import { formatDay } from '#domain/dates';
import { usualPageSize } from '#domain/lists';
import type { ReturnPage, ReturnRow } from '#domain/returns/returns';
import { api, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { changing, pageQueryOf } from '../calls';
import { PagedListPage, usePagedList } from '../ListPage';
import type { Given } from '../screen';
import { Moment } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, Table } from '../table/Table';
import { Upload } from './Upload';

type Props = { title: string; search: (given: Given) => { file?: string; page?: number } };

/** Files come from colleagues and through the drop folder, so the list is loaded each time. */
export function ReturnList({ title, search }: Props) {
  const list = usePagedList(search, ({ page }) => ({
    ...pageQueryOf<ReturnPage>(api.returns, { page, pageSize: usualPageSize }),
    ...changing,
  }));
  return (
    <PagedListPage list={list} title={title} what="der Rückmeldungen" toolbar={<Upload />}>
      {({ returns }) =>
        returns.length === 0 ? (
          <Empty
            title="Noch keine Rückmeldung"
            note="Hier stehen die Dateien, in denen der Versicherer sagt, was aus den Anträgen wurde."
          />
        ) : (
          <Table label={title} columns={columns} rows={returns} rowId={({ id }) => id} />
        )
      }
    </PagedListPage>
  );
}

const columns: Column<ReturnRow>[] = [
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
