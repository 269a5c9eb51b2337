import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { useFocusAfter } from './useFocusAfter';

type Props = {
  page?: number;
  totalPages: number;
  /** The rows are still those of the page before. */
  old: boolean;
  /** Writes a page into the address; undefined is the first one. */
  change: (part: { page?: number }, replace?: boolean) => void;
  children: ReactNode;
};

/** A page of a list that the server divides into pages, with buttons to the pages before and after. */
export function Paged({ page = 1, totalPages, old, change, children }: Props) {
  const show = (other: number, replace = false) => change({ page: other > 1 ? other : undefined }, replace);
  const last = Math.max(1, totalPages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is a new function in each render
  useEffect(() => {
    // after the last page, because of an old address or deleted rows
    if (!old && page > last) show(last, true);
  }, [old, page, last]);
  return (
    <>
      <div aria-busy={old} className={old ? 'opacity-60' : undefined}>
        {children}
      </div>
      {totalPages > 1 ? <Pager page={page} totalPages={totalPages} onPage={show} /> : null}
    </>
  );
}

type PagerProps = { page: number; totalPages: number; onPage: (page: number) => void };

function Pager({ page, totalPages, onPage }: PagerProps) {
  const place = useRef<HTMLParagraphElement>(null);
  // a disabled button loses the focus
  useFocusAfter(page > 1, place);
  useFocusAfter(page < totalPages, place);
  return (
    <nav aria-label="Seiten" className="mt-4 flex flex-wrap items-center justify-end gap-3">
      <p
        ref={place}
        aria-live="polite"
        tabIndex={-1}
        className="mr-auto outline-none text-sm text-ink-soft tabular-nums sm:mr-2"
      >
        {`Seite ${page} von ${totalPages}`}
      </p>
      <Button look="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Zurück
      </Button>
      <Button look="secondary" size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Weiter
      </Button>
    </nav>
  );
}
