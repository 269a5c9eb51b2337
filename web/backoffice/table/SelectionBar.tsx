import type { ReactNode } from 'react';
import { Button } from '../../ui/button';

type Props = {
  /** How many rows are selected, in words; null: none is. */
  text: string | null;
  onClear: () => void;
  children: ReactNode;
};

/** How many rows are selected, and what can be done to them; empty without any. */
export function SelectionBar({ text, onClear, children }: Props) {
  const some = text !== null;
  return (
    <section
      // without a name it is no region
      aria-label={some ? 'Auswahl' : undefined}
      data-floating={some ? true : undefined}
      // at the lower edge of the window: no row moves when the first one is ticked, and the last ones are near it, too. On a
      // low screen above the rows, which it would hide
      className={some ? bar : 'sr-only'}
    >
      {/* always there: a region that comes with its text is not read out */}
      <p aria-live="polite" className="mr-2 font-semibold text-green-900 tabular-nums max-sm:grow">
        {text}
      </p>
      {some ? (
        <>
          {children}
          <Button look="quiet" size="small" className="sm:ml-auto" onClick={onClear}>
            Auswahl aufheben
          </Button>
        </>
      ) : null}
    </section>
  );
}

const bar =
  'bottom-4 z-20 my-4 tall:mb-0 tall:sticky tall:order-last flex flex-wrap items-center gap-2 rounded-card border border-green-200 bg-green-50 px-4 py-3 shadow-raised max-sm:bottom-2 print:hidden';
