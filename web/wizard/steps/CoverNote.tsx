import type { TariffType } from '#domain/tariffs/catalogue';
import { coverSentence, waitingSentence } from '#domain/tariffs/waiting';

type Props = { start: string | null | undefined; tariff: TariffType | undefined };

/** The waiting periods and, once start and tariff are known, the days on which cover begins. */
export function CoverNote({ start, tariff }: Props) {
  return (
    <div className="mt-3 space-y-1 text-sm text-ink-soft">
      <p>{waitingSentence}</p>
      {start && tariff ? <p>{coverSentence(start, tariff)}</p> : null}
    </div>
  );
}
