import { Link } from '@tanstack/react-router';
import FileInput from 'lucide-react/icons/file-input';
import { formatDay } from '#domain/dates';
import { counted, formatInstant } from '#domain/format';
import { isUuid } from '#domain/ids';
import type { OpenedReturn, ReturnPage, ReturnRow } from '#domain/returns/returns';
import { api, href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { inPages, ListPage, listScreen } from '../ListPage';
import { BackLink } from '../Page';
import { pageNumber, type Screen, searchOf, useSearchState } from '../screen';
import { Moment, Text } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, Table } from '../table/Table';
import { Steps } from './Steps';
import { Upload } from './Upload';

const title = 'Rückmeldungen';

const fileId = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);

/** An opened file is in the address, and the page of the list behind it. */
const search = searchOf({ file: fileId, page: pageNumber });

const { component: ReturnList, ...list } = listScreen({
  path: pages.backofficeReturns,
  title,
  icon: FileInput,
  nav: 'main',
  what: 'der Rückmeldungen',
  list: api.returns,
  search,
  asks: inPages,
  // files come from colleagues and through the drop folder
  isChanging: true,
  toolbar: () => <Upload />,
  show: ({ returns }: ReturnPage) => (
    <Table
      label={title}
      columns={columns}
      rows={returns}
      empty={
        <Empty
          title="Noch keine Rückmeldung"
          note="Hier stehen die Dateien, in denen der Versicherer mitteilt, was aus den Anträgen geworden ist."
        />
      }
    />
  ),
});

export const screen: Screen = { ...list, component: ReturnsPage };

function ReturnsPage() {
  const [{ file }] = useSearchState(search);
  return file ? <OpenedFile key={file} id={file} /> : <ReturnList />;
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
    cell: ({ username }) => <Text>{senderOf(username)}</Text>,
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

function senderOf(username: string | null): string {
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

function OpenedFile({ id }: { id: string }) {
  const query = useLoaded<OpenedReturn>(href(api.return, { id }), changing);
  return (
    <ListPage
      title={query.data?.name ?? 'Rückmeldung'}
      before={<BackLink to={pages.backofficeReturns} label="Zurück zu den Rückmeldungen" />}
      what="der Rückmeldung"
      query={query}
      note={noteOf}
      // what the user has chosen belongs to the file as it was opened
      actions={() => null}
    >
      {(file) => <Steps file={file} />}
    </ListPage>
  );
}

function noteOf({ at, username, rowCount, contentUntil }: OpenedReturn): string {
  const rows = counted(rowCount, 'Zeile', 'Zeilen');
  const until = contentUntil ? ` · Inhalt bis ${formatDay(contentUntil)}` : '';
  return `${formatInstant(at)} · ${senderOf(username)} · ${rows}${until}`;
}
