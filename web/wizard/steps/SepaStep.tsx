import type { SetRecord } from '#domain/application';
import { groupIban, ibanLength, normaliseIban } from '#domain/bank/iban';
import { creditor } from '#domain/company';
import { prefillFromPolicyholder } from '#domain/steps/sepa';
import { Alert } from '../../ui/alert';
import { CheckboxField } from '../../ui/checkbox-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast-state';
import { Loading } from '../form/Loading';
import { StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { useStoredSet } from '../form/useStoredSet';
import type { FormValues } from '../state';
import { useBankLookup } from './useBankLookup';

const labels = {
  accountHolder: 'Kontoinhaber',
  iban: 'IBAN',
  bic: 'BIC',
  bankName: 'Name der Bank',
  mandateConsent: 'SEPA-Mandat',
};

export function SepaStep() {
  const stored = useStoredSet('sepa-mandate');
  const policyholder = useStoredSet('policyholder-info');
  if (stored.isPending || policyholder.isPending) return <Loading />;
  const prefill = policyholder.record ? prefillFromPolicyholder(policyholder.record) : {};
  return <SepaForm record={stored.record} accountHolder={prefill.accountHolder ?? ''} />;
}

function SepaForm(props: { record: SetRecord['sepa-mandate'] | null; accountHolder: string }) {
  const { record } = props;
  const step = useStepForm({
    set: 'sepa-mandate',
    step: 5,
    labels,
    values: {
      accountHolder: record?.accountHolder ?? props.accountHolder,
      iban: groupIban(record?.iban ?? ''),
      bic: record?.bic ?? '',
      bankName: record?.bankName ?? '',
      mandateConsent: record?.mandateConsent ?? false,
    },
    success: { title: 'SEPA-Mandat gespeichert' },
    onRefused: (errors, values) =>
      tellInvalidBankData(
        errors.map(({ path }) => path),
        values,
      ),
  });
  const { field, form } = step;
  const leaveBankField = useBankLookup(step);
  const group = () => form.setValue('iban', groupIban(String(form.getValues('iban'))));
  return (
    <StepFrame form={step} step={5} intro="Von diesem Konto buchen wir Ihren Beitrag ab.">
      <Alert title="Ihr Geld bleibt in Ihrer Hand">
        Sie können innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten
        Betrags verlangen. Es gelten dabei die mit Ihrem Kreditinstitut vereinbarten Bedingungen.
      </Alert>
      {record?.ibanMasked ? (
        <Alert tone="warning" title="Bitte geben Sie Ihre Bankverbindung erneut ein">
          Zu Ihrem Schutz zeigen wir das gespeicherte Konto ({record.ibanMasked}) nur auf dem Gerät, auf dem
          es eingegeben wurde.
        </Alert>
      ) : null}
      <TextField {...field('accountHolder')} autoComplete="name" />
      <TextField
        {...field('iban', { onBlur: group })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="DE00 0000 0000 0000 0000 00"
        hint="Mit oder ohne Leerzeichen"
      />
      <div className="grid gap-6 sm:grid-cols-[minmax(0,14rem)_1fr]">
        <TextField
          {...field('bic', { onBlur: () => leaveBankField('bic') })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField {...field('bankName', { onBlur: () => leaveBankField('bankName') })} autoComplete="off" />
      </div>
      <MandateText />
      <CheckboxField
        {...field('mandateConsent')}
        label="Ich erteile das SEPA-Lastschriftmandat mit diesem Wortlaut."
      />
    </StepFrame>
  );
}

function MandateText() {
  return (
    <div className="rounded-control border border-line bg-paper/60 p-4 sm:p-5">
      <h3 className="text-lg text-green-900">SEPA-Lastschriftmandat</h3>
      <p className="mt-2">
        Ich ermächtige die {creditor.name}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen.
        Zugleich weise ich mein Kreditinstitut an, die von der {creditor.name} auf mein Konto gezogenen
        Lastschriften einzulösen.
      </p>
      <p className="mt-2">
        Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des
        belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm text-ink-soft sm:grid-cols-[auto_1fr]">
        <dt>Gläubiger-Identifikationsnummer</dt>
        <dd className="text-ink">{creditor.id}</dd>
        <dt>Mandatsreferenz</dt>
        <dd className="text-ink">wird Ihnen mit der Bestätigung mitgeteilt</dd>
      </dl>
    </div>
  );
}

/** An IBAN of the right length and a BIC of the right form that still are none get a toast of their own (spec 5). */
function tellInvalidBankData(refused: string[], values: FormValues) {
  const iban = normaliseIban(String(values.iban));
  const say = (title: string, description: string) => toast({ title, description, tone: 'destructive' });
  if (refused.includes('iban') && iban.length >= ibanLength.min && iban.length <= ibanLength.max) {
    say('Ungültige IBAN', 'Bitte geben Sie eine gültige IBAN ein.');
  } else if (refused.includes('bic') && String(values.bic).trim().length >= 8) {
    say('Ungültige BIC', 'Bitte geben Sie eine gültige BIC ein.');
  }
}
