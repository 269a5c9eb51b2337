import type { ReactNode } from 'react';
import { EmptyScene } from '../../illustrations/EmptyScene';

/** There is nothing yet: a quiet picture and a sentence. */
export function Empty({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col items-center rounded-card border border-line bg-white px-4 py-8 text-center shadow-card">
      <EmptyScene className="h-28" />
      <p className="mt-3 font-semibold text-green-900">{children}</p>
      {note ? <p className="mt-1 max-w-md text-sm text-ink-soft">{note}</p> : null}
    </div>
  );
}
