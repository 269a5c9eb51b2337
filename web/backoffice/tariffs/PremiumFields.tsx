import { formatMoney, formatMove, typeset } from '#domain/format';
import { deductibleLabel, deductibles, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import type { TariffVersion } from '#domain/tariffs/staff';
import { movesBetween } from '#domain/tariffs/versions';
import { controlClass, FieldError } from '../../ui/fields';
import { amountIn } from './typed';

type Props = {
  before: TariffVersion | null;
  premiums: readonly (readonly string[])[];
  errorAt: (path: string) => string | undefined;
  onChange: (premiums: string[][]) => void;
};

/** A field for each tariff and deductible; on a phone a card for each tariff. */
export function PremiumFields({ before, premiums, errorAt, onChange }: Props) {
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
