import type { Fact } from '#domain/facts';

type Props = {
  facts: readonly Fact[];
  longLabels?: boolean;
  className: string;
};

export function FactList({ facts, longLabels = false, className }: Props) {
  const columns = longLabels ? 'sm:grid-cols-[14rem_1fr] sm:gap-6' : 'sm:grid-cols-[10rem_1fr] sm:gap-4';
  return (
    <dl className={`divide-y divide-line border-y border-line ${className}`}>
      {facts.map(({ label, value }) => (
        <div key={label} className={`grid gap-1 py-3 ${columns}`}>
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
