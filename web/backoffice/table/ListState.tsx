/** What stands in place of a list that is not there: on its way, refused, or empty. */
import type { ReactNode } from 'react';
import { EmptyScene } from '../../illustrations/EmptyScene';
import { Button } from '../../ui/button';

const card = 'rounded-card border border-line bg-white shadow-card';

/** Rows to come, as bars in the height of rows: the page does not jump when they are there. */
export function ListLoading() {
  return (
    <div role="status" className={`${card} overflow-hidden`}>
      <p className="border-b border-line bg-paper-deep px-4 py-2.5 text-sm font-semibold text-ink-soft">
        Wird geladen...
      </p>
      <div aria-hidden="true" className="animate-pulse divide-y divide-line">
        {widths.map((width) => (
          <div key={width} className="flex h-14 items-center gap-6 px-4">
            <div className={`h-3 rounded-full bg-paper-deep ${width}`} />
            <div className="h-3 w-1/6 rounded-full bg-paper-deep" />
            <div className="ml-auto h-3 w-1/12 rounded-full bg-paper-deep" />
          </div>
        ))}
      </div>
    </div>
  );
}

const widths = ['w-1/3', 'w-1/4', 'w-2/5', 'w-[28%]', 'w-[37%]', 'w-[30%]'];

type ErrorProps = { message: string; onRetry: () => void };

/** Says what went wrong, and offers to try again. */
export function ListError({ message, onRetry }: ErrorProps) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger/40 bg-danger-soft px-5 py-4"
    >
      <p className="min-w-0 font-semibold wrap-anywhere text-danger">{message}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  );
}

/** `children`: a way out, such as a button that clears the filter. */
export function ListEmpty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={`${card} flex flex-col items-center gap-4 px-6 py-12 text-center`}>
      <EmptyScene className="w-48" />
      <p className="font-serif text-xl font-semibold text-green-900">{title}</p>
      {children}
    </div>
  );
}
