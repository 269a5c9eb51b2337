import { Enum, Integer, Number as NumberType, Object as ObjectType } from 'typebox';
import { bareAmount, type Checked, check, choice, rule, tidied } from '../fields';
import { plainEuro } from '../format';
import { keysOf } from '../keys';
import { sameBill } from '../landing-facts';
import { choiceRules } from '../steps/sets';
import { chargedRates } from '../tariffs/catalogue';
import type { Bill } from './shares';

/** EUR. */
const billBounds = { least: 500, most: 30_000 } as const;
export const mostDays = 60;

/** Also half multiples, which clinics charge. */
export const rates = Array.from(
  { length: (chargedRates.most - chargedRates.least) * 2 + 1 },
  (_, step) => chargedRates.least + step / 2,
);

export const emergencyLabels = { yes: 'Ja', no: 'Nein' };

export const billFields = {
  bill: {
    label: 'Rechnung in Euro',
    hint: `${billBounds.least} bis ${plainEuro(billBounds.most)}. Cent runden wir.`,
  },
  rate: {
    label: 'GOT-Satz',
    hint: 'GOT: Gebührenordnung für Tierärzte. Im Notdienst 2- bis 4-fach.',
  },
  emergency: { label: 'War es ein Notdienst?' },
  days: { label: 'Tage in der Klinik', hint: 'Mit Unterbringung. Ohne Aufenthalt: 0.' },
  deductible: { label: 'Selbstbeteiligung', hint: 'So viel zahlen Sie je Operation selbst.' },
} as const;
export type BillField = keyof typeof billFields;
export const billFieldNames = keysOf(billFields);
export type BillEntries = Record<BillField, string>;

export const exampleEntries: BillEntries = {
  bill: sameBill.cost.toLocaleString('de-DE'),
  rate: '3',
  emergency: 'yes',
  days: '0',
  deductible: '0',
};

const messages = {
  bill: `Bitte geben Sie einen Betrag von ${billBounds.least} bis ${plainEuro(billBounds.most)} ein`,
  rate: 'Bitte wählen Sie einen Satz',
  emergency: 'Bitte wählen Sie Ja oder Nein',
  days: `Bitte geben Sie eine Zahl von 0 bis ${mostDays} ein`,
};

const among = (least: number, most: number) => (value: number) => value >= least && value <= most;

const schema = ObjectType({
  bill: rule(
    NumberType({ errorMessage: messages.bill }),
    among(billBounds.least, billBounds.most),
    messages.bill,
  ),
  rate: Enum(rates, { errorMessage: messages.rate }),
  emergency: choice(['yes', 'no'], messages.emergency),
  days: rule(Integer({ errorMessage: messages.days }), among(0, mostDays), messages.days),
  deductible: choiceRules().selfParticipation,
});

export function checkBill(entries: BillEntries): Checked<Bill> {
  const { bill, rate, emergency, days, deductible } = tidiedEntries(entries);
  const checked = check(schema, {
    bill: amountIn(bill),
    rate: rates.find((one) => String(one) === rate) ?? rate,
    emergency,
    days: wholeIn(days || '0'),
    deductible: wholeIn(deductible),
  });
  if (!checked.ok) return checked;
  const { value } = checked;
  return {
    ok: true,
    value: {
      cents: Math.round(value.bill) * 100,
      rate: value.rate,
      isEmergency: value.emergency === 'yes',
      days: value.days,
      deductibleCents: value.deductible * 100,
    },
  };
}

function tidiedEntries(entries: BillEntries): BillEntries {
  const tidy = billFieldNames.map((name) => [name, tidied(entries[name])]);
  return Object.fromEntries(tidy) as BillEntries;
}

/** EUR, as people write it: `25.200 €`, `4812,37`, `1'500 Euro`. What is no amount stays a text, which fails. */
function amountIn(text: string): number | string {
  const [, whole, cents = '0'] =
    /^(\d{1,3}(?:[.'’]\d{3})+|\d{1,9})(?:[.,](\d\d?))?$/.exec(bareAmount(text).replace(/\s/g, '')) ?? [];
  return whole ? Number(`${whole.replace(/\D/g, '')}.${cents}`) : text;
}

function wholeIn(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
