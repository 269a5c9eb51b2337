/** The fields of a draft of the tariffs, and what is typed into them. */
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef } from 'react';
import { bareAmount, type Checked, type FieldError as Failure, tidied } from '#domain/fields';
import { formatDecimal, formatMoney, formatMove, typeset } from '#domain/format';
import {
  type Benefit,
  deductibleLabel,
  deductibles,
  type TariffType,
  tariffNames,
  tariffTypes,
} from '#domain/tariffs/catalogue';
import { checkTariffs, type TariffChange, type TariffVersion } from '#domain/tariffs/staff';
import { mostBenefits, movesBetween } from '#domain/tariffs/versions';
import { SmallButton } from '../../ui/button';
import { controlClass, FieldError, TextField } from '../../ui/fields';
import { Fold } from '../../ui/fold';

/** A benefit in a list whose rows may move: `key` tells them apart. */
type TypedBenefit = Benefit & { key: number };
export type Typed = {
  validFrom: string;
  ageSurchargePercent: string;
  premiums: string[][];
  benefits: TypedBenefit[][];
};

let lastKey = 0;

function typedBenefit(benefit: Benefit = { name: '', beschreibung: '' }): TypedBenefit {
  lastKey += 1;
  return { ...benefit, key: lastKey };
}

export function typedOf({ validFrom, ageSurchargePercent, premiums, benefits }: TariffVersion): Typed {
  return {
    validFrom,
    ageSurchargePercent: String(ageSurchargePercent),
    premiums: premiums.map((row) => row.map((amount) => (amount === null ? '' : formatDecimal(amount)))),
    benefits: benefits.map((row) => row.map((benefit) => typedBenefit(benefit))),
  };
}

export function checkTyped(typed: Typed): Checked<TariffChange> {
  const percent = tidied(typed.ageSurchargePercent);
  return checkTariffs({
    ...typed,
    ageSurchargePercent: /^\d{1,3}$/.test(percent) ? Number(percent) : '',
    // NaN is refused like every other wrong amount
    premiums: typed.premiums.map((row) => row.map(amountIn)),
  });
}

/** `44,58`, `44.58`, `1.234,50` and `1234,5` are amounts; `1.234` is not, because it may mean either of two. */
export function amountIn(typed: string): number {
  const text = bareAmount(typed);
  if (/^\d{1,4}(,\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  if (/^\d\.\d{3},\d{1,2}$/.test(text)) return Number(text.replace('.', '').replace(',', '.'));
  return /^\d{1,4}\.\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

type PremiumsProps = {
  before: TariffVersion | null;
  premiums: readonly (readonly string[])[];
  errorAt: (path: string) => string | undefined;
  onChange: (premiums: string[][]) => void;
};

export function PremiumFields({ before, premiums, errorAt, onChange }: PremiumsProps) {
  const enter = (row: number, column: number, text: string) =>
    onChange(premiums.map((cells, at) => (at === row ? cells.with(column, text) : [...cells])));
  return (
    <section aria-labelledby="monatsbeitraege">
      <h2 id="monatsbeitraege" className="mb-3 text-xl text-green-900">
        Monatsbeiträge in Euro
      </h2>
      <table
        aria-labelledby="monatsbeitraege"
        className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-white shadow-card max-md:block"
      >
        <thead className="bg-paper-deep text-left text-sm text-ink-soft max-md:hidden">
          <tr>
            <td className="px-4 py-2" />
            {deductibles.map((deductible) => (
              <th key={deductible} scope="col" className="px-3 py-2 font-semibold">
                {headOf(deductible)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {tariffTypes.map((type, row) => (
            <tr
              key={type}
              className="max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:border-t max-md:border-line max-md:p-4 max-md:first:border-t-0"
            >
              <th
                scope="row"
                className="text-left align-top font-semibold max-md:col-span-2 md:border-t md:border-line md:px-4 md:py-5"
              >
                {tariffNames[type]}
              </th>
              {deductibles.map((deductible, column) => (
                <td
                  key={deductible}
                  className="align-top max-md:pt-3 md:border-t md:border-line md:px-3 md:py-3"
                >
                  <span aria-hidden="true" className="mb-1 block text-sm text-ink-soft md:hidden">
                    {headOf(deductible)}
                  </span>
                  <Amount
                    id={`beitrag-${row}-${column}`}
                    label={`${tariffNames[type]}, ${headOf(deductible)}`}
                    text={premiums[row]?.[column] ?? ''}
                    old={before?.premiums[row]?.[column] ?? null}
                    error={errorAt(`premiums.${row}.${column}`)}
                    onChange={(text) => enter(row, column, text)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function headOf(deductible: number): string {
  return deductible === 0 ? deductibleLabel(0) : `${typeset(deductibleLabel(deductible))} SB`;
}

type AmountProps = {
  id: string;
  label: string;
  text: string;
  old: number | null;
  error: string | undefined;
  onChange: (text: string) => void;
};

function Amount({ id, label, text, old, error, onChange }: AmountProps) {
  const [hintId, errorId] = [`${id}-bisher`, `${id}-fehler`];
  const [move] = movesBetween([[old]], [[amountIn(text)]]);
  const moved = old !== null && move && Number.isFinite(move.new);
  const described = [moved ? hintId : null, error ? errorId : null].filter(Boolean).join(' ');
  return (
    <>
      <input
        id={id}
        name={id}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClass} tabular-nums`}
      />
      {moved ? (
        <p
          id={hintId}
          className={`mt-1 text-sm tabular-nums ${move.large ? 'font-semibold text-danger' : 'text-saddle-800'}`}
        >
          {`bisher ${formatMoney(old)}, ${formatMove(move.percent ?? 0)}`}
        </p>
      ) : null}
      <FieldError id={errorId} message={error} />
    </>
  );
}

type BenefitsProps = {
  type: TariffType;
  path: string;
  benefits: readonly TypedBenefit[];
  errors: readonly Failure[];
  onChange: (benefits: TypedBenefit[]) => void;
};

export function BenefitFields({ type, path, benefits, errors, onChange }: BenefitsProps) {
  const own = errors.filter((error) => error.path === path || error.path.startsWith(`${path}.`));
  const errorAt = (field: string) => own.find((error) => error.path === field)?.message;
  const change = (at: number, part: Partial<TypedBenefit>) =>
    onChange(benefits.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const { list, next } = useNextFocus(benefits.length);
  const add = () => {
    next.current = benefits.length + 1;
    onChange([...benefits, typedBenefit()]);
  };
  const remove = (at: number) => {
    // the one that takes its place, or the last one
    next.current = Math.min(at + 1, benefits.length - 1);
    onChange(benefits.toSpliced(at, 1));
  };
  return (
    <Fold
      // the number of wrong fields opens it anew; a fold by hand stays
      key={own.length}
      open={own.length > 0 ? true : undefined}
      title={`${tariffNames[type]}: ${benefits.length} ${benefits.length === 1 ? 'Leistung' : 'Leistungen'}`}
    >
      <div className="border-t border-line px-4 pt-4 pb-5 sm:px-6">
        <ol ref={list} aria-label={tariffNames[type]} className="space-y-5">
          {benefits.map(({ key, name, beschreibung }, at) => (
            <li
              key={key}
              className="grid items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
            >
              <TextField
                label={`Leistung ${at + 1}`}
                name={`${path}.${at}.name`}
                autoComplete="off"
                value={name}
                onChange={({ target }) => change(at, { name: target.value })}
                error={errorAt(`${path}.${at}.name`)}
              />
              <TextField
                label="Beschreibung"
                // the label is the same in every row
                aria-label={`Beschreibung der Leistung ${at + 1}`}
                name={`${path}.${at}.beschreibung`}
                autoComplete="off"
                value={beschreibung}
                onChange={({ target }) => change(at, { beschreibung: target.value })}
                error={errorAt(`${path}.${at}.beschreibung`)}
              />
              <RowButtons
                number={at + 1}
                onUp={at === 0 ? null : () => onChange(movedUp(benefits, at))}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
        <FieldError id={`${path}-fehler`} message={errorAt(path)} />
        {benefits.length < mostBenefits ? (
          <SmallButton className="mt-4" onClick={add}>
            Leistung hinzufügen
          </SmallButton>
        ) : null}
      </div>
    </Fold>
  );
}

/** Gives the focus to the name of the `next` benefit, counted from 1, once the number of benefits has changed. */
function useNextFocus(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a benefit came or went
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(`li:nth-child(${next.current}) input`)?.focus();
    next.current = null;
  }, [count]);
  return { list, next };
}

function movedUp(benefits: readonly TypedBenefit[], at: number): TypedBenefit[] {
  return benefits.toSpliced(at - 1, 2, ...benefits.slice(at - 1, at + 1).toReversed());
}

type ButtonsProps = { number: number; onUp: (() => void) | null; onRemove: () => void };

function RowButtons({ number, onUp, onRemove }: ButtonsProps) {
  return (
    <div className="flex gap-2 md:mt-8">
      <SmallButton
        aria-label={`Leistung ${number} nach oben`}
        aria-disabled={onUp === null}
        className={`min-h-12 ${onUp === null ? 'opacity-40' : ''}`}
        onClick={() => onUp?.()}
      >
        <ArrowUp aria-hidden="true" className="size-4" />
      </SmallButton>
      <SmallButton
        look="danger"
        aria-label={`Leistung ${number} entfernen`}
        className="min-h-12"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </SmallButton>
    </div>
  );
}
