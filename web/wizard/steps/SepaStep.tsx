import { groupIban } from '#domain/bank/numbers';
import { prefillFromPolicyholder, type SepaMandate } from '#domain/steps/sepa';
import { useOperator } from '../../operator';
import { Alert } from '../../ui/notices';
import { StepFields } from '../form/SetStep';
import { Loading, StepFrame } from '../form/StepFrame';
import { useStepForm, valuesOf } from '../form/useStepForm';
import { useWordings } from '../state';
import { useStoredSet } from '../stored';
import { toastInvalidBankData, useBankLookup } from './bank-data';

const rows = [
  { names: ['accountHolder'] },
  { names: ['iban'] },
  { names: ['bic', 'bankName'], className: 'grid gap-6 sm:grid-cols-[minmax(0,14rem)_1fr]' },
];

export function SepaStep() {
  const stored = useStoredSet('sepa-mandate');
  const policyholder = useStoredSet('policyholder-info');
  if (stored.isPending || policyholder.isPending) return <Loading />;
  const known = stored.record ?? prefillFromPolicyholder(policyholder.record);
  return <SepaForm known={known} masked={stored.record?.ibanMasked} />;
}

function SepaForm({ known, masked }: { known: Partial<SepaMandate>; masked: string | undefined }) {
  const step = useStepForm({
    set: 'sepa-mandate',
    values: valuesOf('sepa-mandate', { ...known, iban: groupIban(known.iban ?? '') }),
    success: { title: 'SEPA-Mandat gespeichert' },
    onRefused: toastInvalidBankData,
  });
  const { getValues, setValue } = step.form;
  const leaveBankField = useBankLookup(step);
  return (
    <StepFrame form={step} intro="Von diesem Konto buchen wir Ihren Beitrag ab.">
      <Alert title="Ihr Recht auf Erstattung">
        Sie können innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten
        Betrags verlangen. Es gelten dabei die mit Ihrem Kreditinstitut vereinbarten Bedingungen. Fällige
        Beiträge bleiben zu zahlen.
      </Alert>
      {masked ? (
        <Alert tone="warning" title="Bitte geben Sie Ihre Bankverbindung erneut ein">
          Zu Ihrem Schutz zeigen wir das gespeicherte Konto (<span>{masked}</span>) nur auf dem Gerät, auf dem
          es eingegeben wurde.
        </Alert>
      ) : null}
      <StepFields
        form={step}
        rows={rows}
        special={{
          iban: { onBlur: () => setValue('iban', groupIban(String(getValues('iban')))) },
          bic: { onBlur: () => leaveBankField('bic') },
          bankName: { onBlur: () => leaveBankField('bankName') },
        }}
      >
        <MandateText />
      </StepFields>
    </StepFrame>
  );
}

function MandateText() {
  const { creditor } = useOperator();
  const { mandate } = useWordings();
  return (
    <div className="rounded-control border border-line bg-paper/60 p-4 sm:p-5">
      <h3 className="text-lg text-green-900">SEPA-Lastschriftmandat</h3>
      {mandate.map((paragraph) => (
        <p key={paragraph} className="mt-2">
          {paragraph}
        </p>
      ))}
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm text-ink-soft sm:grid-cols-[auto_1fr]">
        <dt>Gläubiger-Identifikationsnummer</dt>
        <dd className="text-ink">{creditor.id}</dd>
        <dt>Mandatsreferenz</dt>
        <dd className="text-ink">wird Ihnen mit der Bestätigung mitgeteilt</dd>
      </dl>
    </div>
  );
}
