import type { ReactNode } from 'react';
import { Button } from '../ui/button';

type Props = {
  children: ReactNode;
  /** Below that, what it means and what the user can do. */
  note?: string;
  /** Missing where another attempt cannot help. */
  onRetry?: () => void;
  busy?: boolean;
  /** Beside other content it has no frame. */
  framed?: boolean;
};

const frame = 'justify-between rounded-card border border-danger/40 bg-danger-soft px-5 py-4';

export function LoadFailed({ children, note, onRetry, busy = false, framed = false }: Props) {
  return (
    <div role="alert" className={`flex flex-wrap items-center gap-x-4 gap-y-3 ${framed ? frame : ''}`}>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold text-danger">{children}</p>
        {note ? <p className="mt-1">{note}</p> : null}
      </div>
      {onRetry ? (
        <Button look="secondary" size="small" aria-disabled={busy} onClick={onRetry}>
          Erneut versuchen
        </Button>
      ) : null}
    </div>
  );
}
