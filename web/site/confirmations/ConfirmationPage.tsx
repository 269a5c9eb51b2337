import { type ConfirmationView, confirmationButtons } from '#domain/cases/confirmation';
import { confirmationLabels } from '#domain/cases/statuses';
import { formatInstant } from '#domain/format';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { ContactWays } from '../ContactWays';
import { PlainForm } from '../forms';
import { MedallionHead, SiteShell } from '../SiteShell';
import { Application, Declarations, Documents } from './cards';

type Props = {
  token: string;
  view: ConfirmationView;
  notice?: string;
};

/** For the policyholder of an application that somebody else made. Whoever has the link sees it; it needs no script. */
export function ConfirmationPage({ token, view, notice }: Props) {
  const { confirmed, contactName } = view;
  return (
    <SiteShell>
      <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title="Antrag bestätigen">
          {confirmed === null
            ? 'Ihre Antwort fehlt noch'
            : confirmationLabels[confirmed ? 'confirmed' : 'refused']}
        </MedallionHead>
        <p className="mt-6 max-w-2xl text-lg wrap-anywhere">
          {`${contactName} hat eine OP-Versicherung für ein Pferd beantragt und Sie als Versicherungsnehmer angegeben. Den Vertrag schließen also Sie, mit allen Rechten und Pflichten. `}
          {confirmed === null
            ? 'Bitte sehen Sie sich den Antrag an und sagen Sie uns, ob er in Ihrem Sinn ist.'
            : null}
        </p>
        {confirmed === null ? null : <Answered view={view} notice={notice} />}
        <div className="mt-8 grid gap-6 lg:grid-cols-2">
          <Application view={view} />
          <Documents documents={view.documents} />
        </div>
        <Declarations view={view} />
        {confirmed === null ? <Answer token={token} notice={notice} /> : null}
        <p className="mt-8 text-ink-soft">
          Haben Sie Fragen? Wir sind gern für Sie da: <ContactWays />. Der Link zu dieser Seite ist nur für
          Sie bestimmt: Bitte geben Sie ihn nicht weiter.
        </p>
      </div>
    </SiteShell>
  );
}

function Answered({ view: { confirmed, at }, notice }: Omit<Props, 'token'>) {
  const when = at === null ? '' : formatInstant(at);
  return (
    <div className="mt-6 space-y-4">
      {notice ? (
        <Alert tone="danger" role="alert">
          {notice}
        </Alert>
      ) : null}
      <Alert
        tone={confirmed ? 'info' : 'warning'}
        title={
          confirmed ? `Sie haben den Antrag bestätigt (${when}).` : `Sie haben das nicht beantragt (${when}).`
        }
      >
        {confirmed
          ? 'Vielen Dank. Wir bearbeiten den Antrag nun weiter; Sie müssen nichts mehr tun.'
          : 'Danke für den Hinweis. Wir bearbeiten den Antrag nicht weiter und klären die Sache.'}{' '}
        Möchten Sie Ihre Antwort ändern, rufen Sie uns bitte an.
      </Alert>
    </div>
  );
}

function Answer({ token, notice = null }: { token: string; notice?: string | null }) {
  return (
    <section
      aria-labelledby="antwort"
      className="mt-8 rounded-card border border-saddle-300 bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="antwort" className="text-2xl text-green-900">
        Ihre Antwort
      </h2>
      <p className="mt-3 max-w-2xl">
        Bestätigen Sie, bearbeiten wir den Antrag weiter. Haben Sie das nicht beantragt, bearbeiten wir ihn
        nicht weiter und klären die Sache. Beides gilt mit einem Klick und lässt sich nur noch telefonisch
        ändern.
      </p>
      <PlainForm action={href(api.confirmation, { token })} refused={{ errors: [], notice }} className="mt-6">
        <div className="flex flex-wrap gap-4">
          <Button type="submit" name="confirmed" value="true" className="w-full sm:w-auto">
            {confirmationButtons.confirm}
          </Button>
          <Button type="submit" name="confirmed" value="false" look="danger" className="w-full sm:w-auto">
            {confirmationButtons.refuse}
          </Button>
        </div>
      </PlainForm>
    </section>
  );
}
