import { Link } from '@tanstack/react-router';
import FileInput from 'lucide-react/icons/file-input';
import { useMemo } from 'react';
import { formatDay } from '#domain/dates';
import { counted, formatInstant } from '#domain/format';
import type {
  MatchedReturn,
  OpenedReturn,
  ReturnMapping,
  ReturnPage,
  ReturnResult,
  ReturnRow,
} from '#domain/insurer/answers';
import { api, href, pages } from '#domain/urls';
import { Button, buttonClass, linkClass } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Alert, Badge } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { useKept } from '../form/form';
import { inPages, ListPage, listScreen } from '../ListPage';
import { BackLink } from '../Page';
import { pageNumber, type Screen, searchOf, useSearchState, uuid } from '../screen';
import { Moment, Text } from '../table/cells';
import { Empty } from '../table/frame';
import { SkippedRows } from '../table/selection';
import { type Column, column, Table } from '../table/Table';
import { Lines, linesOf, nameOf, rowIdOf } from './Lines';
import { MapColumns } from './MapColumns';
import { Upload } from './Upload';

const title = 'Rückmeldungen';

/** An opened file is in the address, and the page of the list behind it. */
const search = searchOf({ file: uuid, page: pageNumber });

const { component: ReturnList, ...list } = listScreen({
  path: pages.backofficeReturns,
  title,
  icon: FileInput,
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
  column('Datei', (file) => <Name file={file} />, 'xl:w-full xl:min-w-60 max-xl:before:hidden!'),
  column('Eingegangen', ({ at }) => <Moment iso={at} />, 'xl:min-w-28'),
  column('Von', ({ username }) => <Text>{senderOf(username)}</Text>, 'xl:min-w-36'),
  column('Zeilen', ({ rowCount }) => <Count>{rowCount}</Count>),
  column('Geändert', ({ changed }) => <Count>{changed}</Count>),
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
        <span className="text-ink-soft">Inhalt gelöscht</span>
      ),
    className: 'xl:min-w-32',
  },
];

function senderOf(username: string | null): string {
  return username ?? 'Austauschordner';
}

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

/** How far the user has come with a file: it is still there after a look at an application. */
type Progress = {
  mapping: ReturnMapping;
  /** Missing while the columns are chosen. */
  matched?: MatchedReturn;
  ticked: ReadonlySet<string>;
  notify: boolean;
  result?: ReturnResult;
};

function Steps({ file }: { file: OpenedReturn }) {
  const [progress, keep] = useKept<Progress>(`return ${file.id}`);
  if (!progress?.matched) {
    return (
      <>
        <Earlier file={file} />
        {/* who comes back to the columns has pressed a button that is gone */}
        <MapColumns
          file={file}
          mapping={progress?.mapping}
          onMatched={(mapping, matched) => {
            const changing = matched.rows.filter(({ problem }) => problem === null);
            keep({ mapping, matched, ticked: new Set(changing.map(rowIdOf)), notify: false });
          }}
        />
      </>
    );
  }
  const { matched, result, ...chosen } = progress;
  const change = (part: Partial<Progress>) => keep({ ...progress, ...part });
  const back = () => change({ matched: undefined, result: undefined });
  if (result) return <Result matched={matched} result={result} onAgain={back} />;
  return (
    <Lines
      {...chosen}
      id={file.id}
      matched={matched}
      onChange={change}
      onBack={back}
      onApplied={(done) => change({ result: done })}
    />
  );
}

function Earlier({ file: { sameAs, appliedAt, changed } }: { file: OpenedReturn }) {
  if (!sameAs && !appliedAt) return null;
  return (
    <div className="mb-6 space-y-3">
      {sameAs ? (
        <Alert tone="warning" title="Eine Datei mit genau diesem Inhalt wurde schon hochgeladen.">
          <Link
            to={pages.backofficeReturns}
            search={{ file: sameAs }}
            className={`font-semibold ${linkClass}`}
          >
            Zur früheren Datei
          </Link>
        </Alert>
      ) : null}
      {appliedAt ? (
        <Alert title={`Am ${formatInstant(appliedAt)} übernommen`}>
          <p>{`${changed === 1 ? '1 Vorgang wurde' : `${changed} Vorgänge wurden`} bisher durch diese Datei geändert. Sie können sie noch einmal prüfen: Was schon eingetragen ist, wird dabei ausgelassen.`}</p>
        </Alert>
      ) : null}
    </div>
  );
}

type Props = { matched: MatchedReturn; result: ReturnResult; onAgain: () => void };

function Result({ matched, result: { changed, skipped }, onAgain }: Props) {
  const lines = useMemo(() => new Map(linesOf(matched).map((line) => [line.line, line])), [matched]);
  const rows = skipped.map(({ line, reason }) => {
    const found = lines.get(line);
    const name = found ? nameOf(found) : `Zeile ${line}`;
    return { id: String(line), reason, name, application: found?.applicationId };
  });
  const left = matched.rows.length - changed - skipped.length;
  return (
    <section aria-labelledby={headingId} className="max-w-3xl space-y-5">
      <h2 id={headingId} ref={takesFocus} tabIndex={-1} className="text-2xl text-green-900 outline-none">
        {changed === 0
          ? 'Kein Vorgang wurde geändert'
          : `${counted(changed, 'Vorgang ist', 'Vorgänge sind')} geändert`}
      </h2>
      {left > 0 && (
        <p className="text-ink-soft">
          {`${counted(left, 'Zeile der Datei ist', 'Zeilen der Datei sind')} nicht übernommen.`}
        </p>
      )}
      <SkippedRows what={['Zeile', 'Zeilen']} rows={rows} />
      <div className="flex flex-wrap gap-3">
        <Link to={pages.backofficeCases} search={{ view: 'done' }} className={buttonClass('primary')}>
          Zu den Vorgängen
        </Link>
        <Button look="secondary" onClick={onAgain}>
          Datei noch einmal prüfen
        </Button>
      </div>
    </section>
  );
}

const headingId = 'ergebnis';
