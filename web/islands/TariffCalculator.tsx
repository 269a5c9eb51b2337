import { useEffect, useRef, useState } from 'react';
import { formatMoney, typeset } from '#domain/format';
import type { ComparisonRow } from '#domain/landing-facts';
import { birthYears, type Choice, choiceIn, unchosen } from '#domain/tariffs/calculator';
import {
  deductibleLabel,
  deductibles,
  type PaymentFrequency,
  paymentFrequencyLabels,
  perPeriod,
  type Tariff,
  type TariffType,
} from '#domain/tariffs/catalogue';
import { deductibleHint, notInsured } from '#domain/tariffs/explanations';
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
import { Button, buttonClass } from '../ui/button';
import { optionsOf, SelectField } from '../ui/fields';
import type { IslandProps } from './Island';

/** A form, so that without JavaScript the server renders the prices. Its choices are passed on to the wizard. */
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

type Props = Head & { tariffs: Tariff[]; comparison: ComparisonRow[] };

type Head = {
  frequency: PaymentFrequency;
  /** Price of a month in EUR, or null when it is not known. */
  priceOf: (type: TariffType) => number | null;
  linkOf: (type: TariffType) => string;
  offerOf: (type: TariffType) => string;
};

function TariffTable(props: Props) {
  return (
    <>
      <div className="hidden overflow-hidden rounded-card border border-line bg-white shadow-card md:block">
        <WideTable {...props} />
        <Exclusions tariffs={props.tariffs} />
      </div>
      <div className="grid grid-cols-1 gap-6 md:hidden">
        {props.tariffs.map((tariff) => (
          <NarrowCard key={tariff.type} tariff={tariff} {...props} />
        ))}
      </div>
    </>
  );
}

function WideTable({ tariffs, comparison, ...head }: Props) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Leistungen und Beiträge der drei Tarife</caption>
      <thead>
        <tr className="align-top">
          <td className="w-1/4 p-5" />
          {tariffs.map((tariff) => (
            <th
              key={tariff.type}
              scope="col"
              abbr={tariff.name}
              className={`w-1/4 p-5 font-normal ${tint(tariff.type)}`}
            >
              <TariffHead tariff={tariff} {...head} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison.map(({ name, note, values }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="p-5 font-semibold">
              <span>{name}</span>
              {note ? <span className="block text-sm font-normal text-ink-soft">{note}</span> : null}
            </th>
            {tariffs.map(({ type }) => (
              <td key={type} className={`p-5 ${tint(type)}`}>
                <Value text={values[type]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Exclusions({ tariffs }: Pick<Props, 'tariffs'>) {
  return (
    <dl className="grid grid-cols-4 border-t border-line">
      <dt className="p-5 font-semibold">Nicht versichert</dt>
      {tariffs.map((tariff) => (
        <dd key={tariff.type} className={`p-5 text-[0.95rem] ${tint(tariff.type)}`}>
          <span className="sr-only">
            <span>{tariff.name}</span>:{' '}
          </span>
          <span>{notInsured(tariffs, tariff)}</span>
        </dd>
      ))}
    </dl>
  );
}

function tint(type: TariffType): string {
  return type === 'top' ? 'bg-green-50/70' : '';
}

function NarrowCard({ tariff, tariffs, comparison, ...head }: Props & { tariff: Tariff }) {
  return (
    <section aria-label={tariff.name} className="rounded-card border border-line bg-white p-5 shadow-card">
      <TariffHead tariff={tariff} {...head} />
      <p className="mt-4 text-[0.95rem]">
        <strong className="font-semibold">Nicht versichert:</strong>{' '}
        <span>{notInsured(tariffs, tariff)}</span>.
      </p>
      <dl className="mt-4 divide-y divide-line">
        {comparison.map(({ name, note, values }) => (
          <div key={name} className="flex justify-between gap-2 py-2.5">
            <dt className="hyphens-auto">
              <span>{name}</span>
              {note ? <span className="block text-sm text-ink-soft">{note}</span> : null}
            </dt>
            <dd className="max-w-2/5 min-w-min text-right font-medium min-[22rem]:max-w-1/2">
              <Value text={values[tariff.type]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TariffHead({ tariff, frequency, priceOf, linkOf, offerOf }: Head & { tariff: Tariff }) {
  const badge = tariff.type === 'top' ? 'bg-saddle-700 text-white' : 'bg-green-50 text-green-900';
  return (
    <>
      <span className={`inline-block rounded-full px-3 py-0.5 text-sm font-semibold ${badge}`}>
        {tariff.badge}
      </span>
      <span className="mt-2 block font-serif text-xl font-semibold text-green-900">{tariff.name}</span>
      <span className="mt-1 block">
        <span className="font-serif text-2xl font-semibold lining-nums">
          {formatMoney(priceOf(tariff.type))}
        </span>{' '}
        <span className="text-ink-soft">{perMonth(frequency)}</span>
      </span>
      <a
        href={linkOf(tariff.type)}
        className={`${buttonClass(tariff.type === 'top' ? 'primary' : 'secondary')} mt-4 w-full px-3!`}
      >
        Jetzt berechnen<span className="sr-only">{`: ${tariff.name}`}</span>
      </a>
      <a
        href={offerOf(tariff.type)}
        className="mt-2 flex min-h-11 items-center justify-center text-center text-green-800 underline underline-offset-4"
      >
        Angebot per E-Mail<span className="sr-only">{`: ${tariff.name}`}</span>
      </a>
    </>
  );
}

/** The table compares prices of a month, also those that are not paid by the month. */
function perMonth(frequency: PaymentFrequency): string {
  const rhythm = paymentFrequencyLabels[frequency].toLowerCase();
  return frequency === 'monthly' ? perPeriod.monthly : `${perPeriod.monthly}, ${rhythm} zu zahlen`;
}

function Value({ text }: { text: string }) {
  // a number must not break, a sentence may
  if (text !== '–')
    return <span className={text.length < 15 ? 'whitespace-nowrap' : ''}>{typeset(text)}</span>;
  return (
    <>
      <span aria-hidden="true" className="text-ink-soft">
        –
      </span>
      <span className="sr-only">nicht versichert</span>
    </>
  );
}
