import { Button } from '../../ui/button';

type Props = { page: number; totalPages: number; onPage: (page: number) => void };

/** One page back or on; nothing where there is only one. */
export function Pager({ page, totalPages, onPage }: Props) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Seiten" className="mt-4 flex flex-wrap items-center justify-end gap-3">
      <p aria-live="polite" className="mr-auto text-sm text-ink-soft tabular-nums sm:mr-2">
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
