import { type StatusView, statusSentences } from '#domain/cases/status-page';
import { caseStatuses } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { ContactWays } from '../ContactWays';
import { MedallionHead, SiteShell } from '../SiteShell';
import { Facts, Timeline } from './cards';
import { Question, type RefusedAnswer } from './Question';

type Props = {
  view: StatusView;
  token: string;
  /** The last question was answered, and nothing has happened since. */
  answered: boolean;
  answerId: string;
  refused?: RefusedAnswer;
};

/** What became of an application. Whoever has the link sees it, so it says little, and needs no script. */
export function StatusPage({ view, token, answered, answerId, refused }: Props) {
  const { status, question } = view;
  return (
    <SiteShell>
      <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title="Stand Ihres Antrags">{caseStatuses[status].publicLabel}</MedallionHead>
        <p className="mt-6 max-w-2xl text-lg">{statusSentences[status]}</p>
        {answered && !refused ? (
          <div className="mt-6">
            <Alert>Ihre Antwort ist bei uns angekommen. Vielen Dank.</Alert>
          </div>
        ) : null}
        {question ? (
          <Question question={question} token={token} answerId={answerId} refused={refused} />
        ) : (
          <Untaken refused={refused} />
        )}
        <div className="mt-8 grid gap-6 lg:grid-cols-2">
          <Timeline history={view.history} />
          <Facts view={view} token={token} />
        </div>
        <form method="post" action={href(api.anotherHorseByLink, { token })} className="mt-8">
          <Button type="submit" look="secondary">
            Weiteres Pferd versichern
          </Button>
          <p className="mt-2 text-sm text-ink-soft">
            Ihre Kontaktdaten und die Angaben zum Versicherungsnehmer übernehmen wir in den neuen Antrag.
          </p>
        </form>
        <Revoking token={token} />
        <Help />
      </div>
    </SiteShell>
  );
}

/** Away from the other buttons and last but the help, because it acts with one click, and nothing brings the links back. */
function Revoking({ token }: Pick<Props, 'token'>) {
  return (
    <form
      method="post"
      action={href(api.revokeStatus, { token })}
      aria-labelledby="link"
      className="mt-12 border-t border-line pt-8"
    >
      <h2 id="link" className="text-xl text-green-900">
        Ist der Link in falsche Hände geraten?
      </h2>
      <p className="mt-3 max-w-2xl">
        Dann machen Sie ihn ungültig: Keiner der Links aus unseren bisherigen E-Mails öffnet Ihren Antrag
        danach noch, auch dieser nicht. Das lässt sich nicht zurücknehmen. Ihr Antrag selbst bleibt, wie er
        ist.
      </p>
      <Button type="submit" look="danger" className="mt-4 w-full sm:w-auto">
        Link ungültig machen
      </Button>
    </form>
  );
}

/** An answer to a question that is no longer open: its text must not be lost. */
function Untaken({ refused }: { refused: RefusedAnswer | undefined }) {
  if (!refused) return null;
  return (
    <div className="mt-6">
      <Alert tone="danger" role="alert" title={refused.notice ?? undefined}>
        {refused.text ? (
          <>
            <p className="mt-1">Ihr Text wurde nicht gesendet:</p>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{refused.text}</p>
          </>
        ) : null}
      </Alert>
    </div>
  );
}

function Help() {
  return (
    <p className="mt-8 text-ink-soft">
      Haben Sie Fragen? Wir sind gern für Sie da: <ContactWays />. Der Link zu dieser Seite ist nur für Sie
      bestimmt: Bitte geben Sie ihn nicht weiter.
    </p>
  );
}
