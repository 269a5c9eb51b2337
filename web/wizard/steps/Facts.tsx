import type { ReactNode } from 'react';

/** Names and values, one row each; a missing value shows `-`. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className="divide-y divide-line/70">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}
