import { Linked } from '../table/Linked';
import type { LinkedFact } from './facts';

/** Labels above their values, in columns. A missing value shows `-`. */
export function FactList({ facts }: { facts: readonly LinkedFact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value ? <Linked href={href}>{value}</Linked> : '-'}</dd>
        </div>
      ))}
    </dl>
  );
}
