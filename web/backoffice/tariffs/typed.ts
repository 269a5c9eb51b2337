import { bareAmount, type Checked, tidied } from '#domain/fields';
import { formatDecimal } from '#domain/format';
import type { Benefit } from '#domain/tariffs/catalogue';
import { checkTariffs, type TariffChange, type TariffVersion } from '#domain/tariffs/staff';

/** A benefit in a list whose rows may move: `key` tells them apart. */
export type TypedBenefit = Benefit & { key: number };
export type Typed = {
  validFrom: string;
  ageSurchargePercent: string;
  /** As in a version, but as they are typed: `44,58`. */
  premiums: string[][];
  benefits: TypedBenefit[][];
};

let lastKey = 0;

export function typedBenefit(benefit: Benefit = { name: '', beschreibung: '' }): TypedBenefit {
  lastKey += 1;
  return { ...benefit, key: lastKey };
}

export function typedOf({ validFrom, ageSurchargePercent, premiums, benefits }: TariffVersion): Typed {
  return {
    validFrom,
    ageSurchargePercent: String(ageSurchargePercent),
    premiums: premiums.map((row) => row.map(amountText)),
    benefits: benefits.map((row) => row.map((benefit) => typedBenefit(benefit))),
  };
}

export function checkTyped({
  validFrom,
  ageSurchargePercent,
  premiums,
  benefits,
}: Typed): Checked<TariffChange> {
  const percent = tidied(ageSurchargePercent);
  return checkTariffs({
    validFrom,
    ageSurchargePercent: /^\d{1,3}$/.test(percent) ? Number(percent) : '',
    // NaN is refused like every other wrong amount
    premiums: premiums.map((row) => row.map(amountIn)),
    benefits: benefits.map((row) => row.map(({ name, beschreibung }) => ({ name, beschreibung }))),
  });
}

function amountText(amount: number | null): string {
  return amount === null ? '' : formatDecimal(amount);
}

/** `44,58`, `44.58`, `1.234,50` and `1234,5` are amounts; `1.234` is not, because it may mean either of two. */
export function amountIn(typed: string): number {
  const text = bareAmount(typed);
  if (/^\d{1,4}(,\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  if (/^\d\.\d{3},\d{1,2}$/.test(text)) return Number(text.replace('.', '').replace(',', '.'));
  return /^\d{1,4}\.\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}
