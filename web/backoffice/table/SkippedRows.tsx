import type { ReactNode } from 'react';
import { Alert } from '../../ui/notices';

type Props = {
  title: string;
  /** Each with the name by which the user knows it, and why it was left out. */
  rows: readonly { id: string; name: ReactNode; reason: string }[];
};

/** What a call about several rows left out; nothing if it left nothing out. */
export function SkippedRows({ title, rows }: Props) {
  if (rows.length === 0) return null;
  return (
    <Alert tone="warning" title={title}>
      <ul className="mt-1 space-y-0.5">
        {rows.map(({ id, name, reason }) => (
          <li key={id} className="wrap-anywhere">
            {name}
            {`: ${reason}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
