import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useId } from 'react';
import { formatPercent } from '#domain/format';
import { type Catalogue, fallbackCatalogue } from '#domain/tariffs/catalogue';
import { type PricedSelection, surchargeAge, surchargeOf } from '#domain/tariffs/premium';
import { FieldError, fieldId } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { toast } from '../../ui/toasts';
import { StepField } from '../form/SetStep';
import { Loading, StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { applicationIdAtom, prefillAtom, useToday } from '../state';
import { catalogueQuery, setQuery, useStoredSet } from '../stored';
import { TariffCard } from './TariffCard';
import { TariffSummary } from './TariffSummary';
import { deductibleField, selectionOf, tariffFormValues, toTariffInput } from './tariff-form';

export function TariffStep() {
  const id = useAtomValue(applicationIdAtom);
  const stored = useStoredSet('tariff-selection');
  const prefill = useAtomValue(prefillAtom);
  const horse = useQuery(setQuery(id, 'horse-data'));
  const catalogue = useQuery(catalogueQuery);
  const failed = horse.isError || catalogue.isError;
  useEffect(() => {
    if (!failed) return;
    const description = 'Tarifdetails konnten nicht geladen werden. Bitte versuchen Sie es später erneut.';
    toast({ title: 'Hinweis', description, tone: 'destructive' });
  }, [failed]);
  if (stored.isPending || horse.isPending || catalogue.isPending) return <Loading />;
  return (
    <TariffForm
      chosen={stored.record ?? prefill?.tariff ?? null}
      catalogue={catalogue.data ?? fallbackCatalogue}
      birthDate={horse.data?.birthDate ?? null}
      start={horse.data?.insuranceStartDate ?? null}
    />
  );
}

type Props = {
  chosen: PricedSelection | null;
  catalogue: Catalogue;
  birthDate: string | null;
  start: string | null;
};

function TariffForm({ chosen, catalogue, birthDate, start }: Props) {
  const today = useToday();
  const step = useStepForm({
    set: 'tariff-selection',
    values: tariffFormValues(chosen),
    toInput: toTariffInput,
    success: { title: 'Tarif ausgewählt' },
  });
  const values = step.form.watch();
  const errorId = useId();
  const { error: tariffError, ...radio } = step.field('tariffType');
  const prices = { catalogue, birthDate, today };
  const surcharge = surchargeOf(catalogue.ageSurchargePercent, birthDate, today);
  return (
    <StepFrame
      form={step}
      intro="Wählen Sie den Schutz, der zu Ihrem Pferd passt. Die Beiträge passen sich sofort an."
    >
      {surcharge > 0 ? (
        <Alert tone="warning">
          Ihr Pferd ist <span>{surchargeAge}</span> Jahre oder älter. Auf den Grundbeitrag wird deshalb ein
          Alterszuschlag von <span>{formatPercent(surcharge)}</span> erhoben; er ist in den Beiträgen
          enthalten.
        </Alert>
      ) : null}
      <StepField form={step} name="paymentFrequency" className="max-w-sm" />
      <fieldset>
        <legend className="mb-3 font-semibold">Ihr Tarif</legend>
        <div className="grid gap-5 lg:grid-cols-3">
          {catalogue.tariffs.map((tariff, index) => (
            <TariffCard
              key={tariff.type}
              id={index === 0 ? fieldId('tariffType') : undefined}
              tariff={tariff}
              selection={selectionOf(values, tariff.type)}
              prices={prices}
              chosen={values.tariffType === tariff.type}
              radio={{
                ...radio,
                'aria-invalid': tariffError ? true : undefined,
                'aria-describedby': tariffError ? errorId : undefined,
              }}
              deductible={step.field(deductibleField(tariff.type))}
            />
          ))}
        </div>
        <FieldError id={errorId} message={tariffError} />
      </fieldset>
      <TariffSummary values={values} prices={prices} start={start} />
    </StepFrame>
  );
}
