import { Link } from '@tanstack/react-router';
import { formatDay } from '#domain/dates';
import { formatInstant } from '#domain/format';
import type { OpenedReturn } from '#domain/returns/returns';
import { api, href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { BackLink } from '../Page';
import { Lines } from './Lines';
import { MapColumns } from './MapColumns';
import { useProgress } from './progress';
import { Result } from './Result';
import { senderOf } from './ReturnList';

export function OpenedFile({ id }: { id: string }) {
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
  const rows = rowCount === 1 ? '1 Zeile' : `${rowCount.toLocaleString('de-DE')} Zeilen`;
  const until = contentUntil ? ` · Inhalt bis ${formatDay(contentUntil)}` : '';
  return `${formatInstant(at)} · ${senderOf(username)} · ${rows}${until}`;
}

function Steps({ file }: { file: OpenedReturn }) {
  const { progress, match, change } = useProgress(file.id);
  const back = () => change({ matched: undefined, result: undefined });
  if (!progress?.matched) {
    return (
      <>
        <Before file={file} />
        {/* who comes back to the columns has pressed a button that is gone */}
        <MapColumns file={file} mapping={progress?.mapping} onMatched={match} />
      </>
    );
  }
  const { matched, ticked, notify, result } = progress;
  if (result) return <Result matched={matched} result={result} onAgain={back} />;
  return (
    <Lines
      id={file.id}
      matched={matched}
      ticked={ticked}
      notify={notify}
      onChange={change}
      onBack={back}
      onApplied={(done) => change({ result: done })}
    />
  );
}

/** What happened to this file, or to the same one, so far. */
function Before({ file: { sameAs, appliedAt, changed } }: { file: OpenedReturn }) {
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
