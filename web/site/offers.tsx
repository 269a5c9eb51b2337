import { formatDay } from '#domain/dates';
import type { Entries } from '#domain/facts';
import { withSource } from '#domain/fields';
import {
  movedTitle,
  type OfferFacts,
  type OfferRequest,
  offerAmounts,
  offerCover,
  offerFacts,
  offerFields,
  offerNotes,
  validitySentence,
} from '#domain/offers';
import { latestInsuranceStart } from '#domain/steps/sets';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href, pages } from '#domain/urls';
import { useOperator } from '../operator';
import { buttonClass } from '../ui/button';
import { CheckboxField, FormId, optionsOf, SelectField, TextField } from '../ui/fields';
import { Alert } from '../ui/notices';
import { Pause } from './access';
import {
  ByTelephone,
  controlOf,
  described,
  FormPage,
  PlainForm,
  PrivacyNote,
  type Refused,
  Submit,
} from './forms';
import { Card, FactList, LinkHelp, MedallionHead, SiteShell } from './SiteShell';

type RequestProps = {
  entries: Entries<OfferRequest>;
  source: string | null;
  today: string;
  refused?: Refused;
};

export function OfferRequestPage(props: RequestProps) {
  return (
    <FormPage
      title="Angebot per E-Mail"
      lead="Wir schicken Ihnen den Beitrag als PDF, mit allen Unterlagen. So können Sie in Ruhe entscheiden."
      note="Damit ist noch nichts beantragt. Aus dem Angebot können Sie jederzeit einen Antrag beginnen."
    >
      {useOperator().pause ? <Pause /> : <RequestForm {...props} />}
    </FormPage>
  );
}

const summarised = { ...offerFields, horseBirthYear: { label: offerFields.horseBirthYear.readLabel } };

function RequestForm({ entries, source, today, refused }: RequestProps) {
  const field = described(offerFields, entries, refused);
  const choice = (name: 'tariffType' | 'selfParticipation' | 'paymentFrequency') => (
    <SelectField
      {...field(name)}
      hint={undefined}
      options={optionsOf(offerFields[name].options)}
      placeholder="Bitte wählen"
      aria-required
    />
  );
  return (
    <PlainForm action={withSource(api.offers, source)} refused={refused} fields={summarised}>
      <FormId />
      <TextField {...field('email')} type="email" inputMode="email" aria-required />
      {choice('tariffType')}
      <div className="grid gap-5 sm:grid-cols-2">
        {choice('selfParticipation')}
        {choice('paymentFrequency')}
        <TextField {...field('horseBirthYear')} inputMode="numeric" maxLength={4} />
        <TextField
          {...field('insuranceStartDate')}
          type="date"
          min={today}
          max={latestInsuranceStart(today)}
        />
      </div>
      <CheckboxField
        {...controlOf(refused)('reminderConsent')}
        label={offerFields.reminderConsent.sentence}
        defaultChecked={entries.reminderConsent}
      />
      <Submit>Angebot anfordern</Submit>
      <PrivacyNote text="Ihre Adresse verwenden wir nur für dieses Angebot. Wir löschen sie, wenn es nicht mehr gebraucht wird." />
      <ByTelephone className="mt-7" />
    </PlainForm>
  );
}

/** `centsNow`: the monthly price if it has moved since. */
type Shown = { token: string; offer: OfferFacts & { centsNow: number | null } };

export function OfferPage({ token, offer }: Shown) {
  return (
    <SiteShell className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
      <MedallionHead title="Ihr Angebot">{`${tariffNames[offer.tariffType]} für Ihr Pferd`}</MedallionHead>
      <p className="mt-6 text-lg">{validitySentence(offer)}</p>
      <Moved offer={offer} />
      <Facts offer={offer} token={token} />
      <Begin token={token} />
      <Delete token={token} />
      <LinkHelp />
    </SiteShell>
  );
}

function Begin({ token }: Pick<Shown, 'token'>) {
  return (
    <Card id="antrag" title="Ihr Antrag" className="mt-6" warm>
      <p className="mt-3 max-w-2xl">
        E-Mail und Tarif übernehmen wir für Sie. Haben Sie schon begonnen, geht es dort weiter. Sie zahlen den
        Beitrag, den die Übersicht vor dem Absenden zeigt: Er richtet sich nach dem Geburtsdatum Ihres Pferdes
        und den Tarifen an diesem Tag.
      </p>
      <PlainForm action={href(api.beginFromOffer, { token })} className="mt-5">
        <Submit>Antrag beginnen</Submit>
      </PlainForm>
    </Card>
  );
}

function Delete({ token }: Pick<Shown, 'token'>) {
  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-green-900">
        Brauchen Sie das Angebot nicht mehr?
      </summary>
      <p className="mt-2 max-w-2xl">
        Wir löschen das Angebot und Ihre E-Mail-Adresse dazu sofort und endgültig. Ein Antrag, den Sie schon
        begonnen haben, bleibt.
      </p>
      <PlainForm action={href(api.deleteOffer, { token })} className="mt-4">
        <FormId />
        <Submit look="danger">Angebot löschen</Submit>
      </PlainForm>
    </details>
  );
}

function Moved({ offer }: Pick<Shown, 'offer'>) {
  if (offer.centsNow === null) return null;
  const [old, now] = [offer.monthlyCents, offer.centsNow].map((cents) => offerAmounts(offer, cents));
  return (
    <div className="mt-6">
      <Alert tone="warning" title={movedTitle}>
        <p className="mt-1">
          {'Bisher '}
          <s>{`${old?.amount} ${old?.rhythm}`}</s>
          {', jetzt '}
          <strong className="text-2xl">{`${now?.amount} ${now?.rhythm}`}</strong>
          {now?.yearly ? ` (${now.yearly}).` : '.'}
        </p>
      </Alert>
    </div>
  );
}

function Facts({ offer, token }: Shown) {
  const { amount, rhythm, yearly } = offerAmounts(offer, offer.monthlyCents);
  const hasMoved = offer.centsNow !== null;
  const asOf = hasMoved ? `nach dem Preisstand vom ${formatDay(offer.offeredOn)}` : null;
  return (
    <Card id="angebot" title="Beitrag und Schutz" className="mt-6">
      <p className="mt-4">
        <span className={`font-serif font-semibold text-green-900 ${hasMoved ? 'text-2xl' : 'text-4xl'}`}>
          {amount}
        </span>{' '}
        {rhythm}
      </p>
      <p className="mt-1 text-ink-soft">{[yearly, asOf].filter(Boolean).join(', ')}</p>
      <FactList className="mt-4" longLabels facts={offerFacts(offer)} />
      <div className="mt-4 space-y-2 text-ink-soft">
        <p>{offerNotes(offer, useOperator()).join(' ')}</p>
        <p>{offerCover(offer)}</p>
      </div>
      <p className="mt-6">
        <a href={href(pages.offerFile, { token })} className={buttonClass('secondary')}>
          Angebot speichern (PDF)
        </a>
      </p>
    </Card>
  );
}
