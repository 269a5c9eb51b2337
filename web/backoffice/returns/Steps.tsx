import { Link } from '@tanstack/react-router';
import { formatInstant } from '#domain/format';
import type { MatchedReturn, OpenedReturn, ReturnMapping, ReturnResult } from '#domain/returns/returns';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { useKept } from '../form/form';
import { Lines, rowIdOf } from './Lines';
import { MapColumns } from './MapColumns';
import { Result } from './Result';

/** How far the user has come with a file: it is still there after a look at an application. */
type Progress = {
  mapping: ReturnMapping;
  /** Missing while the columns are chosen. */
  matched?: MatchedReturn;
  ticked: ReadonlySet<string>;
  notify: boolean;
  result?: ReturnResult;
};

export function Steps({ file }: { file: OpenedReturn }) {
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
  const { matched, ticked, notify, result } = progress;
  const change = (part: Partial<Progress>) => keep({ ...progress, ...part });
  const back = () => change({ matched: undefined, result: undefined });
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
