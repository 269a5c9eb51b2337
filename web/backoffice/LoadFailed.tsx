import type { ReactNode } from 'react';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';

type Props = {
  /** In English (docs/product.md, "Failed calls"). */
  words: string;
  /** What it means, and what the user can do. */
  children: ReactNode;
  /** Missing where another attempt cannot help. */
  onRetry?: () => void;
  busy?: boolean;
};

/** Shown instead of data that could not be loaded. */
export function LoadFailed({ words, children, onRetry, busy = false }: Props) {
  return (
    <Alert tone="danger" role="alert">
      <p lang="en" className="font-semibold">
        {words}
      </p>
      <p className="mt-1">{children}</p>
      {onRetry ? (
        <Button look="secondary" size="small" className="mt-4" aria-disabled={busy} onClick={onRetry}>
          Erneut versuchen
        </Button>
      ) : null}
    </Alert>
  );
}
