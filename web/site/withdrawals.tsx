import { formatDay } from '#domain/dates';
import { mailHref } from '#domain/hrefs';
import {
  declarationFacts,
  type Receipt,
  receivedSentence,
  receivedTitle,
  type WithdrawalEntries,
  withdrawalFields,
} from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import type { Operator } from '#domain/operator/operator';
import { api } from '#domain/urls';
import { buttonClass } from '../ui/button';
import { TextField } from '../ui/fields';
import { described, FormPage, PlainForm, PrivacyNote, type Refused, Submit } from './forms';
import { Card, FactList, MedallionHead, SiteShell } from './SiteShell';

type Props = { operator: Operator; entries: WithdrawalEntries; refused?: Refused };

export function WithdrawalPage(props: Props) {
  return (
    <FormPage
      title="Vertrag widerrufen"
      lead="Hier widerrufen Sie Ihre Vertragserklärung. Einen Grund brauchen Sie nicht zu nennen, und anmelden müssen Sie sich auch nicht."
      note="Gleich nach dem Absenden sehen Sie, wann der Widerruf bei uns eingegangen ist. Die Bestätigung können Sie speichern, und wir schicken sie Ihnen per E-Mail."
    >
      <div>
        <WithdrawalForm {...props} />
        <OtherWays operator={props.operator} />
      </div>
    </FormPage>
  );
}

function WithdrawalForm({ entries, refused }: Props) {
  const field = described(withdrawalFields, entries, refused);
  return (
    <PlainForm action={api.withdrawals} refused={refused} fields={withdrawalFields}>
      <TextField {...field('name')} aria-required />
      <TextField {...field('email')} aria-required type="email" inputMode="email" />
      <TextField {...field('contract')} aria-required={false} autoCapitalize="none" spellCheck={false} />
      <p
        id="erklaerung"
        className="border-l-4 border-saddle-300 bg-saddle-50 px-4 py-3.5 font-serif text-xl leading-snug text-balance"
      >
        {withdrawalSentence}
      </p>
      <Submit aria-describedby="erklaerung">Widerruf bestätigen</Submit>
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

/** `until`: the last day on which the page can be opened. */
type ReceiptProps = { receipt: Receipt; document: string; until: string };

export function WithdrawalReceiptPage({ receipt, document, until }: ReceiptProps) {
  return (
    <SiteShell className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
      <MedallionHead title={receivedTitle}>{receivedSentence(receipt.receivedAt)}</MedallionHead>
      <Card id="erklaerung" title="Ihre Erklärung" className="mt-8">
        <p className="mt-4 border-l-4 border-saddle-300 bg-saddle-50 px-4 py-3.5 font-serif text-xl leading-snug text-balance">
          {withdrawalSentence}
        </p>
        <FactList className="mt-5" longLabels facts={declarationFacts(receipt)} />
        <p className="mt-6">
          <a href={document} className={buttonClass()}>
            Bestätigung speichern (PDF)
          </a>
        </p>
      </Card>
      <div className="mt-6 space-y-3">
        <p>
          Bitte speichern Sie die Bestätigung. In der Regel bekommen Sie sie in wenigen Minuten auch per{' '}
          <span className="whitespace-nowrap">E-Mail</span>. Diese Seite können Sie bis zum {formatDay(until)}{' '}
          öffnen.
        </p>
        <p>
          Wir ordnen Ihren Widerruf jetzt Ihrem Vertrag zu und melden uns bei Ihnen. Sie müssen nichts weiter
          tun.
        </p>
      </div>
    </SiteShell>
  );
}
