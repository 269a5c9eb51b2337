import type { Field } from '#domain/facts';
import { withSource } from '#domain/fields';
import { type OfferEntries, offerFields } from '#domain/offers';
import { latestInsuranceStart } from '#domain/steps/horse';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { CheckboxField, FormId, optionsOf, SelectField, TextField } from '../../ui/fields';
import { controlOf, FormPage, formCard, PlainForm, PrivacyNote, type Refused, unrefused } from '../forms';
import { HomeLink, MedallionHead, SiteShell } from '../SiteShell';

type Props = {
  entries: OfferEntries;
  source: string | null;
  today: string;
  refused?: Refused;
};

export function OfferRequestPage(props: Props) {
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

function RequestForm({ entries, source, today, refused = unrefused }: Props) {
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

export function OfferNews({ title, lead, sentence }: { title: string; lead: string; sentence: string }) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
        <MedallionHead title={title}>{lead}</MedallionHead>
        <p className="mt-6 text-lg">{sentence}</p>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
