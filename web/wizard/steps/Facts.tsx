import type { Fact } from '#domain/facts';

/** Labels and values, one row each; a missing value shows `-`. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line/70">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}
