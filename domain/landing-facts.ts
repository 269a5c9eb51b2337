import { amountsOf, shareOf } from './bills/shares';
import { plainEuro } from './format';
import {
  accommodationLimits,
  type Catalogue,
  chargedRates,
  emergencyRates,
  fallbackCatalogue,
  jointLimit,
  operationLimits,
  otherLimits,
  type TariffType,
  tariffTypes,
  usualRate,
} from './tariffs/catalogue';
import { waiting } from './tariffs/explanations';

export type ComparisonRow = { name: string; note?: string; values: Record<TariffType, string> };
/** `benefit`: the benefit of the catalogue that the row puts in short, if it has another name. */
type ShortRow = ComparisonRow & { benefit?: string };

const accommodation: ShortRow = {
  name: 'Unterbringung in der Klinik',
  note: 'pro Tag',
  values: shortOf((type) => `bis ${plainEuro(accommodationLimits[type])}`),
};

function shortOf(text: (type: TariffType) => string): Record<TariffType, string> {
  return Object.fromEntries(tariffTypes.map((type) => [type, text(type)])) as Record<TariffType, string>;
}

function rateOf(inEmergency: number): string {
  const usual = `bis ${usualRate}-fach`;
  return inEmergency > usualRate ? `${usual}, im Notdienst bis ${inEmergency}-fach` : usual;
}

const perOperation = 'Leistung je Operation';
const none = '–';

/** Rows of the tariff table, in reading order; `–` means not covered. Texts are shown through `typeset`. */
export const comparisonRows: ShortRow[] = [
  {
    name: 'Kostenerstattung nach GOT',
    benefit: 'Kostenerstattung',
    values: shortOf((type) => rateOf(emergencyRates[type])),
  },
  {
    name: perOperation,
    note: otherLimits,
    values: { basis: `bis ${plainEuro(operationLimits.basis)}`, top: 'unbegrenzt', premium: 'unbegrenzt' },
  },
  {
    name: 'Jahreshöchstleistung',
    benefit: perOperation,
    values: { basis: 'unbegrenzt', top: 'unbegrenzt', premium: 'unbegrenzt' },
  },
  {
    name: 'Nachbehandlung',
    values: { basis: 'bis 7 Tage', top: 'bis 10 Tage', premium: 'bis 14 Tage' },
  },
  accommodation,
  {
    name: 'Regenerative Therapien',
    note: 'je Versicherungsfall',
    values: { basis: 'bis 500 €', top: 'bis 1.000 €', premium: 'bis 1.000 €' },
  },
  {
    name: 'OC-, OCD- und Gelenkchip-OP',
    note: `nach ${waiting.jointMonths} Monaten Wartezeit`,
    values: { basis: none, top: `bis ${plainEuro(jointLimit)}`, premium: 'mitversichert' },
  },
  {
    name: 'Physiotherapie',
    values: { basis: none, top: none, premium: '5 Einheiten zu je 60 Minuten' },
  },
];

/** The built-in one, used while the catalogue cannot be loaded, has another text (docs/product.md, "Tariff catalogue"). */
export const firstCatalogue: Catalogue = {
  ...fallbackCatalogue,
  tariffs: fallbackCatalogue.tariffs.map((tariff) => ({
    ...tariff,
    benefits: tariff.benefits.map(({ name, beschreibung }) => ({
      name,
      beschreibung:
        name === accommodation.name
          ? `${accommodation.values[tariff.type]} ${accommodation.note}`
          : beschreibung,
    })),
  })),
};

/** A row whose benefit was changed shows the texts of the catalogue; a benefit that no row knows gets its own. */
export function comparisonOf(catalogue: Catalogue): ComparisonRow[] {
  // only used while the stored one is unknown
  if (catalogue === fallbackCatalogue) return comparisonRows.map(plainRow);
  const known = new Set(comparisonRows.map(benefitOf));
  const added = new Set(
    catalogue.tariffs
      .flatMap(({ benefits }) => benefits.map(({ name }) => name))
      .filter((name) => !known.has(name)),
  );
  const rows = comparisonRows.flatMap((row) => {
    const benefit = benefitOf(row);
    const changed = tariffTypes.some(
      (type) => textIn(catalogue, type, benefit) !== textIn(firstCatalogue, type, benefit),
    );
    if (!changed) return plainRow(row);
    // says the same in other words as long as nobody changed them
    return row.benefit === perOperation ? [] : longRow(catalogue, row.name, benefit);
  });
  return [...rows, ...[...added].flatMap((name) => longRow(catalogue, name, name))];
}

const benefitOf = ({ name, benefit = name }: ShortRow) => benefit;
const plainRow = ({ benefit: _, ...row }: ShortRow): ComparisonRow => row;

function longRow(catalogue: Catalogue, name: string, benefit: string): ComparisonRow[] {
  const texts = tariffTypes.map((type) => [type, textIn(catalogue, type, benefit) ?? none] as const);
  if (texts.every(([, text]) => text === none)) return [];
  return [{ name, values: Object.fromEntries(texts) as Record<TariffType, string> }];
}

function textIn({ tariffs }: Catalogue, type: TariffType, name: string): string | undefined {
  return tariffs.find((one) => one.type === type)?.benefits.find((one) => one.name === name)?.beschreibung;
}

type ClaimExample = { title: string; story: string; cost: number; share: number };

const colic: ClaimExample = {
  title: 'Kolik-Operation',
  story:
    'In der Nacht verschlechtert sich eine Kolik, der Wallach kommt in die Klinik und wird sofort operiert. Notdienst, Operation, Klinikaufenthalt und Nachbehandlung kommen zusammen.',
  cost: 25_200,
  share: 0,
};

/** Claim examples in EUR; `share` is the part that the customer pays in the Premium tariff. */
export const claimExamples: ClaimExample[] = [
  colic,
  {
    title: 'Arthroskopie am Gelenk',
    story:
      'Eine Stute lahmt nach einem Sturz. Die Klinik operiert das Gelenk minimalinvasiv, zehn Tage später geht es nach Hause.',
    cost: 3_800,
    share: 0,
  },
];

type BillShares = { type: TariffType; reimbursed: string; left: string };

/** One bill in EUR, and what each tariff reimburses and leaves to the customer. */
export const sameBill: { title: string; cost: number; shares: BillShares[] } = {
  title: 'Kolik-OP im Notdienst',
  cost: colic.cost,
  shares: tariffTypes.map((type) => ({ type, ...sharesOf(colic.cost, type) })),
};

/** In emergency service, at a rate of which the example does not tell. */
function sharesOf(cost: number, type: TariffType): Omit<BillShares, 'type'> {
  const bill = { cents: cost * 100, isEmergency: true, days: 0, deductibleCents: 0 };
  const share = shareOf({ ...bill, rate: chargedRates.most }, type);
  if (share.paid < shareOf({ ...bill, rate: chargedRates.least }, type).paid)
    return { reimbursed: `bis zum ${emergencyRates[type]}-fachen GOT-Satz`, left: 'der Rest' };
  const { paid, left } = amountsOf(share);
  return { reimbursed: paid, left };
}
