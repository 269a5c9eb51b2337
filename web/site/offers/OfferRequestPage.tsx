import type { Field } from '#domain/facts';
import type { FieldError } from '#domain/fields';
import { withSource } from '#domain/fields';
import { offerFields } from '#domain/offers/facts';
import type { OfferEntries } from '#domain/offers/offers';
import { latestInsuranceStart } from '#domain/steps/horse';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { CheckboxField, FormId, optionsOf, SelectField, TextField } from '../../ui/fields';
import { FormPage, formCard, PlainForm, PrivacyNote } from '../forms';
import { HomeLink, MedallionHead, SiteShell } from '../SiteShell';

type Props = {
  entries: OfferEntries;
  source: string | null;
  today: string;
  /** Why the form was refused: messages at its fields, or one about the whole form. */
  refused?: { errors: FieldError[]; notice: string | null };
};

/** Asks for a price by mail: a plain HTML form that needs no script. */
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

function RequestForm({ entries, source, today, refused = { errors: [], notice: null } }: Props) {
  const { errors, notice } = refused;
  const fieldProps = <Name extends keyof OfferEntries>(name: Name) => ({
    name,
    error: errors.find(({ path }) => path === name)?.message,
    // without a script nothing else leads to what must be corrected
    autoFocus: name === errors[0]?.path,
  });
  const { email, horseBirthYear, insuranceStartDate, reminderConsent } = offerFields;
  return (
    <PlainForm
      action={withSource(api.offers, source)}
      errors={errors}
      notice={notice}
      labelOf={labelOf}
      className={formCard}
    >
      <FormId />
      <TextField
        {...fieldProps('email')}
        label={email.label}
        type="email"
        inputMode="email"
        autoComplete={email.autoComplete}
        aria-required
        defaultValue={entries.email}
      />
      <Choice {...fieldProps('tariffType')} entries={entries} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice {...fieldProps('selfParticipation')} entries={entries} />
        <Choice {...fieldProps('paymentFrequency')} entries={entries} />
        <TextField
          {...fieldProps('horseBirthYear')}
          label={horseBirthYear.label}
          hint={horseBirthYear.hint}
          inputMode="numeric"
          maxLength={4}
          defaultValue={entries.horseBirthYear}
        />
        <TextField
          {...fieldProps('insuranceStartDate')}
          label={insuranceStartDate.label}
          hint={insuranceStartDate.hint}
          type="date"
          min={today}
          max={latestInsuranceStart(today)}
          defaultValue={entries.insuranceStartDate}
        />
      </div>
      <CheckboxField
        {...fieldProps('reminderConsent')}
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
type ChoiceProps = { name: ChoiceName; error: string | undefined; autoFocus: boolean; entries: OfferEntries };

function Choice({ entries, ...field }: ChoiceProps) {
  const { label, options } = offerFields[field.name];
  return (
    <SelectField
      {...field}
      label={label}
      options={optionsOf(options)}
      placeholder="Bitte wählen"
      aria-required
      defaultValue={entries[field.name]}
    />
  );
}

function labelOf(path: string): string {
  const field: Field | undefined = Object.entries(offerFields).find(([name]) => name === path)?.[1];
  return field?.readLabel ?? field?.label ?? path;
}

/** After an offer was asked for, or deleted. */
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
