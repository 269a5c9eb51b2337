import type { FieldError } from '#domain/fields';
import { type WithdrawalEntries, withdrawalFields } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { mailHref } from '#domain/links';
import type { Operator } from '#domain/operator/operator';
import { api, publicPages as pages } from '#domain/urls';
import { Medallion } from '../../illustrations/Medallion';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { formCard, PlainForm } from '../PlainForm';
import { SiteShell } from '../SiteShell';

/** Why the form was refused: messages at its fields, or one about the whole form. */
export type RefusedWithdrawal = { errors: FieldError[]; notice: string | null };

type Props = { operator: Operator; entries: WithdrawalEntries; refused?: RefusedWithdrawal };

/** The withdrawal: a plain HTML form that needs no script. */
export function WithdrawalPage(props: Props) {
  return (
    <SiteShell>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-14">
        <div>
          <h1 className="text-4xl text-green-900 sm:text-5xl">Vertrag widerrufen</h1>
          <p className="mt-5 text-lg">
            Hier widerrufen Sie Ihre Vertragserklärung. Einen Grund brauchen Sie nicht zu nennen, und anmelden
            müssen Sie sich auch nicht.
          </p>
          <p className="mt-4 text-ink-soft">
            Gleich nach dem Absenden sehen Sie, wann der Widerruf bei uns eingegangen ist. Die Bestätigung
            können Sie speichern, und wir schicken sie Ihnen per E-Mail.
          </p>
          <Medallion className="mt-8 hidden size-40 lg:block" />
        </div>
        <div>
          <WithdrawalForm {...props} />
          <OtherWays operator={props.operator} />
        </div>
      </div>
    </SiteShell>
  );
}

const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email', inputMode: 'email' },
  { name: 'contract', type: 'text', autoCapitalize: 'none', spellCheck: false },
] as const;

function WithdrawalForm({ entries, refused = { errors: [], notice: null } }: Props) {
  const { errors, notice } = refused;
  return (
    <PlainForm
      action={api.withdrawals}
      errors={errors}
      notice={notice}
      labelOf={labelOf}
      className={formCard}
    >
      {fields.map(({ name, ...input }) => {
        const { label, hint, autoComplete } = { hint: undefined, ...withdrawalFields[name] };
        return (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={hint}
            autoComplete={autoComplete}
            defaultValue={entries[name]}
            error={errors.find(({ path }) => path === name)?.message}
            // without a script nothing else leads to what must be corrected
            autoFocus={name === errors[0]?.path}
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
      <p className="text-sm text-ink-soft">
        Ihre Angaben verwenden wir, um den Widerruf zuzuordnen und zu bestätigen. Mehr dazu steht in der{' '}
        <a href={pages.privacy} className="text-green-800 underline underline-offset-4">
          Datenschutzerklärung
        </a>
        .
      </p>
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
