import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bankCodeOf, groupIban, ibanLength, isIban, normaliseNumber } from '#domain/bank/numbers';
import { prefillFromPolicyholder, type SepaMandate } from '#domain/steps/sets';
import { useOperator } from '../../operator';
import { Alert } from '../../ui/notices';
import { toastFailure } from '../../ui/toasts';
import { Loading, StepFields, StepFrame } from '../form/StepFrame';
import { type StepForm, useStepForm, valuesOf } from '../form/useStepForm';
import { type FormValues, useWordings } from '../state';
import { bankQuery, useStoredSet } from '../stored';

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

const names = ['bankName', 'bic'] as const;
type Name = (typeof names)[number];

/**
 * Fills in name and BIC of a German bank from the IBAN, and empties them if the IBAN no longer belongs to the bank.
 * Entries of the visitor stay, and a field with the focus is not changed: call the returned function when it is left.
 */
function useBankLookup({ form, edited }: Pick<StepForm, 'form' | 'edited'>): (left: Name) => void {
  const iban = normaliseNumber(String(form.watch('iban')));
  const { isSubmitted } = form.formState;
  const bankCode = isIban(iban) ? bankCodeOf(iban) : null;
  const { data: bank } = useQuery(bankQuery(bankCode));
  const offered = useRef<{ [name in Name]?: string }>({});

  /** Fills each result into each field once: a field that the visitor empties stays empty. */
  function offer(name: Name) {
    // an incomplete IBAN names no bank
    if (iban.length > 0 && !isIban(iban)) return;
    const found = bank?.[name] ?? '';
    const former = offered.current[name] ?? '';
    if (found === former) return;
    offered.current[name] = found;
    const present = String(form.getValues(name));
    if (present !== '' && (edited.has(name) || present !== former)) return;
    edited.delete(name);
    form.setValue(name, found, { shouldValidate: isSubmitted });
  }

  const focused = () => document.activeElement?.getAttribute('name');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the bank changes, not when its fields do
  useEffect(() => {
    for (const name of names) if (name !== focused()) offer(name);
  }, [bank, bankCode, iban]);
  // when only the window loses the focus, the visitor returns to the field
  return (left) => {
    if (left !== focused()) offer(left);
  };
}

/** An invalid IBAN or BIC of plausible length also gets a toast (docs/product.md, "Field rules"). */
function toastInvalidBankData(refused: string[], values: FormValues) {
  const iban = normaliseNumber(String(values.iban));
  if (refused.includes('iban') && iban.length >= ibanLength.min && iban.length <= ibanLength.max) {
    toastFailure('Bitte geben Sie eine gültige IBAN ein.', 'Ungültige IBAN');
  } else if (refused.includes('bic') && String(values.bic).trim().length >= 8) {
    toastFailure('Bitte geben Sie eine gültige BIC ein.', 'Ungültige BIC');
  }
}
