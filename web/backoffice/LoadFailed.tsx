import type { ReactNode } from 'react';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';

type Props = {
  /** The specification's own words, in English (spec 8, "Load errors"). */
  words: string;
  /** What it means, and what the reader can do. */
  children: ReactNode;
  /** Asks once more; missing where asking again cannot help. */
  onRetry?: () => void;
  busy?: boolean;
};

/** In place of data that could not be had. */
export function LoadFailed({ words, children, onRetry, busy = false }: Props) {
  return (
    <Alert tone="danger" role="alert">
      <p lang="en" className="font-semibold">
        {words}
      </p>
      <p className="mt-1">{children}</p>
      {onRetry ? (
        <Button look="secondary" size="small" className="mt-4" disabled={busy} onClick={onRetry}>
          Erneut versuchen
        </Button>
      ) : null}
    </Alert>
  );
}
