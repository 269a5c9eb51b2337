import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '#domain/format';
import { birthYears, type Choice, choiceIn, unchosen } from '#domain/tariffs/calculator';
import {
  deductibleLabel,
  deductibles,
  paymentFrequencyLabels,
  perPeriod,
  type Tariff,
  type TariffType,
} from '#domain/tariffs/catalogue';
import { deductibleHint } from '#domain/tariffs/explanations';
import {
  assumedBirthDate,
  assumedBirthSentence,
  quote,
  surchargeAge,
  surchargeOf,
  toEuro,
} from '#domain/tariffs/premium';
import { anchors, publicPages as pages } from '#domain/urls';
import { clockFrom, useDay } from '../today';
import { Button } from '../ui/button';
import { optionsOf, SelectField } from '../ui/fields';
import type { IslandProps } from './Island';
import { TariffTable } from './TariffTable';

/**
 * Three choices above the tariff table change its prices and are passed on to the wizard. They are a form: without
 * JavaScript it is submitted, and the server renders the prices.
 */
export function TariffCalculator(props: IslandProps['tariffs']) {
  const { catalogue, comparison, source, chosen = unchosen } = props;
  const form = useRef<HTMLFormElement>(null);
  const [clock] = useState(() => clockFrom(props.today));
  const today = useDay(clock);
  const [{ deductible, frequency, birthYear }, setChoice] = useState(chosen);
  const [isChanged, setChanged] = useState(false);
  const [isLive, setLive] = useState(false);
  // before hydration the visitor may have chosen, or the browser may have restored an earlier choice
  useEffect(() => {
    if (form.current) setChoice(chosenOn(form.current, today));
    setLive(true);
  }, [today]);
  const birthDate = assumedBirthDate(birthYear);

  const price = (tariffType: TariffType) => {
    const selection = { tariffType, selfParticipation: deductible, paymentFrequency: frequency };
    const premium = quote(catalogue, selection, birthDate, today);
    return premium ? toEuro(premium.monthlyCents) : null;
  };
  const basis = { tariffType: 'basis', paymentFrequency: frequency } as const;
  const choice = { deductible: String(deductible), frequency, ...(source && { source }) };
  const link = (tariff: TariffType) => `${pages.calculator}?${new URLSearchParams({ tariff, ...choice })}`;
  const more = { ...choice, ...(birthYear && { birthYear: String(birthYear) }) };
  const offer = (tariff: TariffType) => `${pages.offer}?${new URLSearchParams({ tariff, ...more })}`;

  return (
    <>
      <form
        ref={form}
        action={anchors.tariffs}
        onChange={({ currentTarget }) => {
          setChoice(chosenOn(currentTarget, today));
          setChanged(true);
        }}
        className="relative mb-10 grid gap-5 rounded-card border border-line bg-white p-5 shadow-card sm:grid-cols-3 sm:p-6"
      >
        {source ? <input type="hidden" name="source" value={source} /> : null}
        <SelectField
          name="deductible"
          label="Selbstbeteiligung"
          options={deductibles.map((amount) => option(amount, deductibleLabel(amount)))}
          defaultValue={chosen.deductible}
          hint={deductibleHint(catalogue, basis, birthDate, today)}
        />
        <SelectField
          name="frequency"
          label="Zahlweise"
          options={optionsOf(paymentFrequencyLabels)}
          defaultValue={chosen.frequency}
        />
        <SelectField
          name="birthYear"
          label="Geburtsjahr des Pferdes"
          options={[{ value: '', label: 'Keine Angabe' }, ...birthYears(today).map((year) => option(year))]}
          defaultValue={chosen.birthYear ?? ''}
          hint={surchargeHint(catalogue.ageSurchargePercent, birthDate, today)}
        />
        {/* until the script is there, which may be never; on the edge, so that nothing moves when it goes */}
        {isLive ? null : (
          <Button
            type="submit"
            look="secondary"
            className="absolute right-5 bottom-0 translate-y-2/3 bg-white sm:right-6"
          >
            Beiträge berechnen
          </Button>
        )}
      </form>
      <TariffTable
        tariffs={catalogue.tariffs}
        comparison={comparison}
        frequency={frequency}
        priceOf={price}
        linkOf={link}
        offerOf={offer}
      />
      {birthYear ? <p className="mt-4 text-sm text-ink-soft">{assumedBirthSentence}</p> : null}
      {/* the table changes in silence, and it is far from the choices */}
      <p aria-live="polite" className="sr-only">
        {isChanged ? pricesOf(catalogue.tariffs, price) : null}
      </p>
    </>
  );
}

/** `Beiträge im Monat: Basis-OP-Schutz 12,30 €, …` */
function pricesOf(tariffs: Tariff[], price: (type: TariffType) => number | null): string {
  const prices = tariffs.map(({ type, name }) => `${name} ${formatMoney(price(type))}`);
  return `Beiträge ${perPeriod.monthly}: ${prices.join(', ')}`;
}

function surchargeHint(percent: number, birthDate: string | null, today: string): string | undefined {
  if (percent === 0) return undefined;
  return surchargeOf(percent, birthDate, today) > 0
    ? `Mit Alterszuschlag: Ihr Pferd ist ${surchargeAge} Jahre oder älter.`
    : `Ab ${surchargeAge} Jahren kommt ein Alterszuschlag hinzu.`;
}

function chosenOn(form: HTMLFormElement, today: string): Choice {
  const entries = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  return choiceIn(new URLSearchParams(entries), birthYears(today)) ?? unchosen;
}

function option(number: number, label = String(number)) {
  return { value: String(number), label };
}
