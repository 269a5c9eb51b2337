import { Linked } from '../table/Linked';
import type { Fact } from './facts';

/** Names over their values, in columns; what is missing shows `-`. */
export function FactList({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 ${className}`}>
      {facts.map(({ name, value, href }) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value ? <Linked href={href}>{value}</Linked> : '-'}</dd>
        </div>
      ))}
    </dl>
  );
}
