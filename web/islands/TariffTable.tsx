import { formatMoney, typeset } from '#domain/format';
import type { ComparisonRow } from '#domain/landing-facts';
import {
  type PaymentFrequency,
  paymentFrequencyLabels,
  perPeriod,
  type Tariff,
  type TariffType,
} from '#domain/tariffs/catalogue';
import { notInsured } from '#domain/tariffs/explanations';
import { buttonClass } from '../ui/button';

type Props = Head & { tariffs: Tariff[]; comparison: ComparisonRow[] };

type Head = {
  frequency: PaymentFrequency;
  /** Price of a month in EUR, or null when it is not known. */
  priceOf: (type: TariffType) => number | null;
  linkOf: (type: TariffType) => string;
  offerOf: (type: TariffType) => string;
};

export function TariffTable(props: Props) {
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
            <dd className="max-w-1/2 min-w-min text-right font-medium">
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
