import { Link } from '@tanstack/react-router';
import { formatInstant } from '#domain/format';
import type { OpenedReturn } from '#domain/returns/returns';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';

/** What happened to this file, or to the same one, so far. */
export function Earlier({ file: { sameAs, appliedAt, changed } }: { file: OpenedReturn }) {
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
