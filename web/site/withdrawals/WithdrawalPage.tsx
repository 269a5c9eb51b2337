import { type WithdrawalEntries, withdrawalFields } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { mailHref } from '#domain/links';
import type { Operator } from '#domain/operator/operator';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { controlOf, FormPage, formCard, PlainForm, PrivacyNote, type Refused, unrefused } from '../forms';

type Props = { operator: Operator; entries: WithdrawalEntries; refused?: Refused };

export function WithdrawalPage(props: Props) {
  return (
    <FormPage
      title="Vertrag widerrufen"
      intro={
        <>
          <p className="mt-5 text-lg">
            Hier widerrufen Sie Ihre Vertragserklärung. Einen Grund brauchen Sie nicht zu nennen, und anmelden
            müssen Sie sich auch nicht.
          </p>
          <p className="mt-4 text-ink-soft">
            Gleich nach dem Absenden sehen Sie, wann der Widerruf bei uns eingegangen ist. Die Bestätigung
            können Sie speichern, und wir schicken sie Ihnen per E-Mail.
          </p>
        </>
      }
    >
      <div>
        <WithdrawalForm {...props} />
        <OtherWays operator={props.operator} />
      </div>
    </FormPage>
  );
}

const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email', inputMode: 'email' },
  { name: 'contract', type: 'text', autoCapitalize: 'none', spellCheck: false },
] as const;

function WithdrawalForm({ entries, refused = unrefused }: Props) {
  return (
    <PlainForm action={api.withdrawals} refused={refused} labelOf={labelOf} className={formCard}>
      {fields.map(({ name, ...input }) => {
        const { label, hint, autoComplete } = { hint: undefined, ...withdrawalFields[name] };
        return (
          <TextField
            key={name}
            {...controlOf(refused)(name)}
            label={label}
            hint={hint}
            autoComplete={autoComplete}
            defaultValue={entries[name]}
            aria-required={name !== 'contract'}
            {...input}
          />
        );
      })}
      <p
        id="erklaerung"
        className="border-l-4 border-saddle-300 bg-saddle-50 px-4 py-3.5 font-serif text-xl leading-snug text-balance"
      >
        {withdrawalSentence}
      </p>
      <Button type="submit" aria-describedby="erklaerung" className="w-full sm:w-auto">
        Widerruf bestätigen
      </Button>
      <PrivacyNote text="Ihre Angaben verwenden wir, um den Widerruf zuzuordnen und zu bestätigen." />
    </PlainForm>
  );
}

function OtherWays({ operator: { company } }: { operator: Operator }) {
  return (
    <div className="mt-6 text-ink-soft">
      <p>Lieber per Post oder E-Mail? Ein formloser Satz genügt:</p>
      <address className="mt-2 not-italic">
        {company.name}
        <br />
        {company.street}, {company.zipCode} {company.city}
        <br />
        <a href={mailHref(company.email)} className="text-green-800 underline underline-offset-4 break-all">
          {company.email}
        </a>
      </address>
    </div>
  );
}

function labelOf(path: string): string {
  const field = fields.find(({ name }) => name === path);
  return field ? withdrawalFields[field.name].label : path;
}
