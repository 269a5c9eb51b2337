import type { Case, Skipped as SkippedCase } from '#domain/backoffice/cases';
import { shortId } from '#domain/ids';
import { Alert } from '../../ui/alert';

export type SkippedCases = {
  skipped: readonly SkippedCase[];
  /** For the names. */
  cases: readonly Case[];
};

/** What a bulk change left out, with the reasons; nothing if it left nothing out. */
export function Skipped({ skipped, cases }: SkippedCases) {
  if (skipped.length === 0) return null;
  const nameOf = (id: string) => cases.find(({ applicationId }) => applicationId === id)?.contactName;
  return (
    <Alert
      tone="warning"
      title={
        skipped.length === 1 ? '1 Vorgang wurde ausgelassen' : `${skipped.length} Vorgänge wurden ausgelassen`
      }
    >
      <ul className="mt-1 space-y-0.5">
        {skipped.map(({ id, reason }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{nameOf(id) ?? shortId(id)}</span>
            {`: ${reason}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
