import { formatDay } from '#domain/dates';
import type { Field } from '#domain/facts';
import { withSource } from '#domain/fields';
import {
  movedTitle,
  type OfferEntries,
  type OfferView,
  offerAmounts,
  offerCover,
  offerFacts,
  offerFields,
  offerNotes,
  validitySentence,
} from '#domain/offers';
import { latestInsuranceStart } from '#domain/steps/horse';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href, pages } from '#domain/urls';
import { useOperator } from '../operator';
import { Button, buttonClass } from '../ui/button';
import { CheckboxField, FormId, optionsOf, SelectField, TextField } from '../ui/fields';
import { Alert } from '../ui/notices';
import { controlOf, FormPage, formCard, PlainForm, PrivacyNote, type Refused, unrefused } from './forms';
import { Card, FactList, LinkHelp, MedallionHead, SiteShell } from './SiteShell';

type RequestProps = {
  entries: OfferEntries;
  source: string | null;
  today: string;
  refused?: Refused;
};

export function OfferRequestPage(props: RequestProps) {
  return (
    <FormPage
      title="Angebot per E-Mail"
      intro={
        <>
          <p className="mt-5 text-lg">
            Wir schicken Ihnen den Beitrag als PDF, mit allen Unterlagen. So können Sie in Ruhe entscheiden.
          </p>
          <p className="mt-4 text-ink-soft">
            Damit ist noch nichts beantragt. Aus dem Angebot können Sie jederzeit einen Antrag beginnen.
          </p>
        </>
      }
    >
      <RequestForm {...props} />
    </FormPage>
  );
}

function RequestForm({ entries, source, today, refused = unrefused }: RequestProps) {
  const control = controlOf(refused);
  const { email, horseBirthYear, insuranceStartDate, reminderConsent } = offerFields;
  return (
    <PlainForm
      action={withSource(api.offers, source)}
      refused={refused}
      labelOf={labelOf}
      className={formCard}
    >
      <FormId />
      <TextField
        {...control('email')}
        label={email.label}
        type="email"
        inputMode="email"
        autoComplete={email.autoComplete}
        aria-required
        defaultValue={entries.email}
      />
      <Choice name="tariffType" entries={entries} refused={refused} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice name="selfParticipation" entries={entries} refused={refused} />
        <Choice name="paymentFrequency" entries={entries} refused={refused} />
        <TextField
          {...control('horseBirthYear')}
          label={horseBirthYear.label}
          hint={horseBirthYear.hint}
          inputMode="numeric"
          maxLength={4}
          defaultValue={entries.horseBirthYear}
        />
        <TextField
          {...control('insuranceStartDate')}
          label={insuranceStartDate.label}
          hint={insuranceStartDate.hint}
          type="date"
          min={today}
          max={latestInsuranceStart(today)}
          defaultValue={entries.insuranceStartDate}
        />
      </div>
      <CheckboxField
        {...control('reminderConsent')}
        label={reminderConsent.sentence}
        defaultChecked={entries.reminderConsent}
      />
      <Button type="submit" className="w-full sm:w-auto">
        Angebot anfordern
      </Button>
      <PrivacyNote text="Ihre Adresse verwenden wir nur für dieses Angebot. Wir löschen sie, wenn es nicht mehr gebraucht wird." />
    </PlainForm>
  );
}

type ChoiceName = 'tariffType' | 'selfParticipation' | 'paymentFrequency';
type ChoiceProps = { name: ChoiceName; entries: OfferEntries; refused: Refused };

function Choice({ name, entries, refused }: ChoiceProps) {
  const { label, options } = offerFields[name];
  return (
    <SelectField
      {...controlOf(refused)(name)}
      label={label}
      options={optionsOf(options)}
      placeholder="Bitte wählen"
      aria-required
      defaultValue={entries[name]}
    />
  );
}

function labelOf(path: string): string {
  const field: Field | undefined = Object.entries(offerFields).find(([name]) => name === path)?.[1];
  return field?.readLabel ?? field?.label ?? path;
}

type Shown = { token: string; offer: OfferView };

/** Whoever has the link of the mail sees it; it needs no script. */
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
        Beitrag, den die Zusammenfassung vor dem Absenden zeigt: Er richtet sich nach dem Geburtsdatum Ihres
        Pferdes und den Tarifen an diesem Tag.
      </p>
      <PlainForm action={href(api.beginFromOffer, { token })} className="mt-5">
        <Button type="submit" className="w-full sm:w-auto">
          Antrag beginnen
        </Button>
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
        <Button type="submit" look="danger" className="w-full sm:w-auto">
          Angebot löschen
        </Button>
      </PlainForm>
    </details>
  );
}

type CardShown = { token: string; offer: OfferView };

function Moved({ offer }: Pick<CardShown, 'offer'>) {
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

function Facts({ offer, token }: CardShown) {
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
