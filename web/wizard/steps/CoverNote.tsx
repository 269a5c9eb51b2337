import { taxSentence } from '#domain/law/wordings';
import type { TariffType } from '#domain/tariffs/catalogue';
import { coverSentence, waitingSentence } from '#domain/tariffs/explanations';
import { useOperator } from '../../operator';

type Props = { start: string | null | undefined; tariff: TariffType | undefined };

/** Beside a price: what it contains, the waiting periods and, once start and tariff are known, the days on which cover begins. */
export function CoverNote({ start, tariff }: Props) {
  const tax = taxSentence(useOperator());
  return (
    <div className="mt-3 space-y-1 text-sm text-ink-soft">
      {tax ? <p>{tax}</p> : null}
      <p>{waitingSentence}</p>
      {start && tariff ? <p>{coverSentence(start, tariff)}</p> : null}
    </div>
  );
}
