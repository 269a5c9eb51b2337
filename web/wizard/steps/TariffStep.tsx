import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ComponentProps, useId } from 'react';
import { factsOf } from '#domain/facts';
import { formatMoney, formatPercent, typeset } from '#domain/format';
import { tariffFields } from '#domain/steps/sets';
import {
  type Catalogue,
  fallbackCatalogue,
  perPeriod,
  type Tariff,
  tariffTypes,
} from '#domain/tariffs/catalogue';
import { deductibleHint, notInsured } from '#domain/tariffs/explanations';
import { type PricedSelection, surchargeAge, surchargeOf, toEuro } from '#domain/tariffs/premium';
import { FieldError, fieldId, optionsOf, SelectField } from '../../ui/fields';
import { CheckIcon } from '../../ui/icons';
import { Alert } from '../../ui/notices';
import { useFailure } from '../../ui/toasts';
import { Loading, StepField, StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { applicationIdAtom, type FormValues, prefillAtom, useToday } from '../state';
import { catalogueQuery, setQuery, useStoredSet } from '../stored';
import { CoverNote, Facts } from './Facts';
import {
  deductibleField,
  type Prices,
  priceOf,
  selectionOf,
  tariffFormValues,
  toTariffInput,
} from './tariff-form';

export function TariffStep() {
  const id = useAtomValue(applicationIdAtom);
  const stored = useStoredSet('tariff-selection');
  const prefill = useAtomValue(prefillAtom);
  const horse = useQuery(setQuery(id, 'horse-data'));
  const catalogue = useQuery(catalogueQuery);
  const unloaded = 'Tarifdetails konnten nicht geladen werden. Bitte versuchen Sie es später erneut.';
  useFailure(horse.isError || catalogue.isError, unloaded, 'Hinweis');
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

type FormProps = {
  chosen: PricedSelection | null;
  catalogue: Catalogue;
  birthDate: string | null;
  start: string | null;
};

function TariffForm({ chosen, catalogue, birthDate, start }: FormProps) {
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

type CardProps = {
  /** Target of the error summary; only on the first card. */
  id: string | undefined;
  tariff: Tariff;
  selection: PricedSelection;
  prices: Prices;
  chosen: boolean;
  radio: ComponentProps<'input'>;
  deductible: Pick<ComponentProps<typeof SelectField>, 'name' | 'error' | 'onChange' | 'onBlur' | 'ref'>;
};

const { label, options } = tariffFields.selfParticipation;

function TariffCard({ id, tariff, selection, prices, chosen, radio, deductible }: CardProps) {
  const { catalogue, birthDate, today } = prices;
  const radioId = useId();
  const recommended = tariff.type === 'top';
  const frame = chosen ? 'border-green-800 ring-2 ring-green-800' : 'border-line hover:border-line-strong';
  return (
    <article
      data-tariff={tariff.type}
      className={`relative flex flex-col rounded-card border bg-white shadow-card transition-colors ${frame}`}
    >
      <p
        className={`rounded-t-[calc(var(--radius-card)-1px)] px-5 py-2 text-center text-sm font-semibold ${recommended ? 'bg-saddle-700 text-white' : 'bg-green-50 text-green-900'}`}
      >
        {tariff.badge}
      </p>
      <label htmlFor={id ?? radioId} className="cursor-pointer px-5 pt-5 pb-4">
        <span className="flex items-start gap-3">
          <input
            type="radio"
            id={id ?? radioId}
            value={tariff.type}
            className="mt-1 size-5 shrink-0 accent-green-800"
            {...radio}
            aria-labelledby={`${radioId}-name`}
          />
          <span
            id={`${radioId}-name`}
            className="font-serif text-xl leading-tight font-semibold text-green-900"
          >
            {tariff.name}
          </span>
        </span>
        <Price selection={selection} prices={prices} />
      </label>
      <div className="border-y border-line bg-paper/60 px-5 py-4">
        <SelectField
          {...deductible}
          label={label}
          options={optionsOf(options)}
          hint={deductibleHint(catalogue, selection, birthDate, today)}
        />
      </div>
      <p className="px-5 pt-5 text-[0.95rem]">
        <strong className="font-semibold">Nicht versichert:</strong>{' '}
        <span className="text-ink-soft">{notInsured(catalogue.tariffs, tariff)}</span>
      </p>
      <ul className="grow space-y-2.5 px-5 py-5 text-[0.95rem]">
        {tariff.benefits.map(({ name, beschreibung }) => (
          <li key={name} className="flex gap-2.5">
            <CheckIcon className="mt-1 size-4 shrink-0 text-green-700" />
            <span>
              <strong className="block leading-snug font-semibold">{name}</strong>
              <span className="text-ink-soft">{typeset(beschreibung)}</span>
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Price({ selection, prices }: Pick<CardProps, 'selection' | 'prices'>) {
  const premium = priceOf(selection, prices);
  const monthly = selection.paymentFrequency === 'monthly';
  return (
    <span className="mt-3 block min-h-17">
      <span className="font-serif text-3xl font-semibold text-ink lining-nums tabular-nums">
        {formatMoney(premium && toEuro(premium.periodCents))}
      </span>{' '}
      <span className="text-ink-soft">{perPeriod[selection.paymentFrequency]}</span>
      {monthly ? null : (
        <span className="block text-sm text-ink-soft tabular-nums">
          {`entspricht ${formatMoney(premium && toEuro(premium.monthlyCents))} ${perPeriod.monthly}`}
        </span>
      )}
    </span>
  );
}

type SummaryProps = {
  values: Partial<FormValues>;
  prices: Prices;
  start: string | null;
};

function TariffSummary({ values, prices, start }: SummaryProps) {
  const type = tariffTypes.find((one) => one === values.tariffType);
  const selection = type ? selectionOf(values, type) : null;
  const premium = selection && priceOf(selection, prices);
  return (
    <section
      aria-labelledby="auswahl"
      className="rounded-card border border-green-200 bg-green-50 p-5 sm:p-6"
    >
      <h3 id="auswahl" className="text-xl text-green-900">
        Ihre Auswahl
      </h3>
      {/* there from the start, or the first selection would not be read out */}
      <div aria-live="polite" className="mt-3">
        {selection ? (
          <Facts
            facts={[
              ...Object.values(factsOf(tariffFields, selection)),
              {
                label: 'Beitrag',
                value: `${formatMoney(premium && toEuro(premium.periodCents))} ${perPeriod[selection.paymentFrequency]}`,
              },
            ]}
          />
        ) : (
          <p className="text-ink-soft">Noch kein Tarif gewählt.</p>
        )}
      </div>
      <CoverNote start={start} tariff={type} />
    </section>
  );
}
