/** Versions of the tariffs in the staff API, and the bodies of their calls. Days are `YYYY-MM-DD`, money is in EUR. */
import {
  Array as ArrayType,
  Boolean as BooleanType,
  Integer,
  Number as NumberType,
  Object as ObjectType,
  Optional,
  type Static,
  String as StringType,
} from 'typebox';
import { isDay } from '../dates';
import { type Checked, check, type FieldError, rule, text } from '../fields';
import { formatDecimal } from '../format';
import { type Benefit, deductibles, tariffTypes } from './catalogue';
import {
  type Changeable,
  mostBenefits,
  mostSurchargePercent,
  premiumBounds,
  type TariffState,
} from './versions';

/** A version. Rows are the tariffs basis, top and premium; columns the deductibles 0, 250, 500 and 1000. */
export type TariffVersion = Changeable & {
  id: string;
  /** Its number in the order of creation, by which people name it. */
  number: number;
  /** Counts its changes; a change names the version that it is about. */
  version: number;
  validFrom: string;
  state: TariffState;
  createdBy: string;
  createdAt: string;
  releasedBy: string | null;
};

/** What a draft may change; what is left out stays as it is. */
export type TariffChange = Partial<Changeable & { validFrom: string }>;

const benefit = ObjectType({
  name: text('Bitte geben Sie der Leistung einen Namen', 60),
  beschreibung: text('Bitte beschreiben Sie die Leistung', 200),
});

/** The bodies for the API docs. `checkTariffs` says more. */
const fields = {
  validFrom: Optional(StringType({ format: 'date' })),
  premiums: Optional(ArrayType(ArrayType(NumberType()))),
  benefits: Optional(ArrayType(ArrayType(benefit))),
  ageSurchargePercent: Optional(Integer({ minimum: 0, maximum: mostSurchargePercent })),
};
export const newTariffs = ObjectType(fields);
export const changedTariffs = ObjectType({ version: Integer({ minimum: 1 }), ...fields });

const versionMessage = 'Bitte nennen Sie die Version, die Sie ändern';
const isCount = (value: number) => value > 0;

/** `version` is optional here. With it, only the version that the user saw is released. */
export const tariffRelease = ObjectType({
  confirm: Optional(BooleanType({ errorMessage: 'Bitte bestätigen Sie mit true oder false' })),
  version: Optional(rule(Integer({ errorMessage: versionMessage }), isCount, versionMessage)),
});
export type TariffRelease = Static<typeof tariffRelease>;

const money = ({ least, most }: typeof premiumBounds) =>
  `${formatDecimal(least)} bis ${most.toLocaleString('de-DE')} €`;
export const messages = {
  validFrom: 'Bitte wählen Sie ein Datum',
  premiums: 'Bitte geben Sie für drei Tarife je vier Beiträge an',
  premium: `Bitte geben Sie ${money(premiumBounds)} mit höchstens zwei Nachkommastellen ein`,
  surcharge: `Bitte geben Sie eine ganze Zahl von 0 bis ${mostSurchargePercent} ein`,
  benefits: `Bitte geben Sie für jeden Tarif eine bis ${mostBenefits} Leistungen an`,
  twice: 'Diese Leistung steht schon in der Liste',
};

/**
 * Checks what is given of a draft. Premiums and benefits are three rows, or an object with a row for each tariff; the
 * path of an error leads to the cell: `premiums.0.3`, `benefits.2.0.name`.
 */
export function checkTariffs(input: unknown): Checked<TariffChange> {
  const errors: FieldError[] = [];
  const refuse = (path: string, message: string) => void errors.push({ path, message });
  const value: TariffChange = {};
  const { validFrom, premiums, benefits, ageSurchargePercent } = given(input);
  if (isGiven(validFrom)) value.validFrom = dayIn(validFrom, refuse);
  if (isGiven(premiums)) value.premiums = premiumsIn(premiums, refuse);
  if (isGiven(benefits)) value.benefits = benefitsIn(benefits, refuse);
  if (isGiven(ageSurchargePercent)) value.ageSurchargePercent = surchargeIn(ageSurchargePercent, refuse);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value };
}

/** The same for a change, which names the version that it is about. */
export function checkTariffChange(input: unknown): Checked<TariffChange & { version: number }> {
  const { version } = given(input);
  const checked = checkTariffs(input);
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) {
    return checked.ok ? { ok: true, value: { ...checked.value, version } } : checked;
  }
  const missing = { path: 'version', message: versionMessage };
  return { ok: false, errors: checked.ok ? [missing] : [missing, ...checked.errors] };
}

type Refuse = (path: string, message: string) => void;

function given(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function dayIn(value: unknown, refuse: Refuse): string {
  const day = typeof value === 'string' ? value.trim() : '';
  if (!isDay(day)) refuse('validFrom', messages.validFrom);
  return day;
}

function premiumsIn(value: unknown, refuse: Refuse): number[][] {
  const rows = rowsOf(value, tariffTypes)?.map((row) => rowsOf(row, deductibles));
  if (!rows?.every((row) => row !== null)) {
    refuse('premiums', messages.premiums);
    return [];
  }
  return rows.map((row, at) =>
    row.map((cell, column) => premiumIn(cell, `premiums.${at}.${column}`, refuse)),
  );
}

function premiumIn(value: unknown, path: string, refuse: Refuse): number {
  const amount = typeof value === 'number' ? value : Number.NaN;
  const { least, most } = premiumBounds;
  // the nearest amount in cents is the number itself only if there are no more decimals
  if (amount >= least && amount <= most && Math.round(amount * 100) / 100 === amount) return amount;
  refuse(path, messages.premium);
  return 0;
}

function surchargeIn(value: unknown, refuse: Refuse): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostSurchargePercent) {
    return value;
  }
  refuse('ageSurchargePercent', messages.surcharge);
  return 0;
}

function benefitsIn(value: unknown, refuse: Refuse): Benefit[][] {
  const rows = rowsOf(value, tariffTypes);
  if (!rows) refuse('benefits', messages.benefits);
  return (rows ?? []).map((row, at) => {
    if (!Array.isArray(row) || row.length === 0 || row.length > mostBenefits) {
      refuse(`benefits.${at}`, messages.benefits);
      return [];
    }
    return rowOfBenefits(row, `benefits.${at}`, refuse);
  });
}

function rowOfBenefits(row: unknown[], path: string, refuse: Refuse): Benefit[] {
  const names = new Set<string>();
  return row.flatMap((one, at) => {
    const checked = check(benefit, one);
    if (!checked.ok) {
      for (const error of checked.errors) refuse(`${path}.${at}.${error.path}`, error.message);
      return [];
    }
    const key = checked.value.name.toLowerCase();
    if (names.has(key)) refuse(`${path}.${at}.name`, messages.twice);
    names.add(key);
    return [checked.value];
  });
}

/** A list with an entry for each key, also from an object with these keys; null if it is neither. */
function rowsOf(value: unknown, keys: readonly (string | number)[]): unknown[] | null {
  if (Array.isArray(value)) return value.length === keys.length ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  return keys.every((key) => Object.hasOwn(value, key))
    ? keys.map((key) => Reflect.get(value, String(key)))
    : null;
}
