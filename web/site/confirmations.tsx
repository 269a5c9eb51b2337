import { type ConfirmationView, confirmationButtons } from '#domain/cases/confirmation';
import { confirmationLabels } from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';
import { formatInstant, formatMoney, typeset } from '#domain/format';
import { paragraphsOf } from '#domain/law/wordings';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, toEuro } from '#domain/tariffs/premium';
import { api, href } from '#domain/urls';
import { linkClass } from '../ui/button';
import { Alert } from '../ui/notices';
import { PlainForm, Submit } from './forms';
import { Card, FactList, LinkHelp, MedallionHead, SiteShell, TaxNote } from './SiteShell';

type Props = { token: string; view: ConfirmationView; notice?: string };
type Shown = Pick<Props, 'view'>;

export function ConfirmationPage({ token, view, notice }: Props) {
  const { confirmed, contactName } = view;
  return (
    <SiteShell className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-16">
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
      <LinkHelp />
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

function Answer({ token, notice = null }: { token: string; notice: string | null | undefined }) {
  return (
    <Card id="antwort" title="Ihre Antwort" className="mt-8" warm>
      <p className="mt-3 max-w-2xl">
        Bestätigen Sie, bearbeiten wir den Antrag weiter. Haben Sie das nicht beantragt, bearbeiten wir ihn
        nicht weiter und klären die Sache. Beides gilt mit einem Klick und lässt sich nur noch telefonisch
        ändern.
      </p>
      <PlainForm action={href(api.confirmation, { token })} refused={{ errors: [], notice }} className="mt-6">
        <div className="flex flex-wrap gap-4">
          <Submit name="confirmed" value="true">
            {confirmationButtons.confirm}
          </Submit>
          <Submit name="confirmed" value="false" look="danger">
            {confirmationButtons.refuse}
          </Submit>
        </div>
      </PlainForm>
    </Card>
  );
}

function Application({ view }: Shown) {
  const facts = [
    { label: 'Beantragt von', value: view.contactName },
    { label: 'Versicherungsnehmer', value: view.policyholderName },
    { label: 'Pferd', value: view.horseName },
    { label: 'Tarif', value: tariffNames[view.tariff] },
    { label: 'Selbstbeteiligung', value: typeset(deductibleLabel(view.selfParticipation)) },
    { label: 'Zahlweise', value: paymentFrequencyLabels[view.paymentFrequency] },
    { label: 'Monatsbeitrag', value: formatMoney(view.monthlyPremium) },
    { label: 'Beitrag je Zahlung', value: formatMoney(toEuro(instalmentCents(view))) },
    { label: 'Gewünschter Beginn', value: formatDay(view.insuranceStartDate) },
    { label: 'Kontoinhaber', value: view.accountHolder },
    { label: 'IBAN (verkürzt)', value: view.iban || 'Zurzeit nicht lesbar' },
    { label: 'Antragsnummer', value: view.applicationId },
  ];
  return (
    <Card id="antrag" title="Der Antrag" className="min-w-0">
      <FactList className="mt-4" facts={facts} />
      <TaxNote className="mt-3" />
    </Card>
  );
}

function Documents({ documents }: Pick<ConfirmationView, 'documents'>) {
  return (
    <Card id="unterlagen" title="Die Unterlagen" className="min-w-0">
      <p className="mt-3">Sie haben sie auch per E-Mail bekommen.</p>
      <ul className="mt-4 space-y-3">
        {documents.map(({ kind, label, url }) => (
          <li key={kind}>
            <a href={url} className={linkClass}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Declarations({ view: { declarations, contactName } }: Shown) {
  if (declarations.length === 0) return null;
  return (
    <Card id="erklaerungen" title="Das wurde dabei erklärt" className="mt-6 min-w-0">
      <p className="mt-3 wrap-anywhere">{`${contactName} hat beim Antrag diesen Sätzen zugestimmt:`}</p>
      {declarations.map(({ label, text }) => (
        <div key={label} className="mt-5">
          <h3 className="text-lg text-green-900">{label}</h3>
          {paragraphsOf(text).map((paragraph) => (
            <div key={paragraph.text} className="mt-2 max-w-prose">
              <p>{paragraph.text}</p>
              {paragraph.points ? (
                <ul className="mt-2 list-disc space-y-1 pl-6">
                  {paragraph.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </Card>
  );
}
