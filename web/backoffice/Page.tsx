import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent, ReactNode } from 'react';
import { useOperator } from '../operator';
import { Button, linkClass } from '../ui/button';
import { useArrivalFocus } from './history-entry';

type Props = {
  title: string;
  before?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

const titleId = 'titel';

export function focusTitle(): void {
  document.getElementById(titleId)?.focus({ preventScroll: true });
}

export function Page({ title, before, note, actions, children }: Props) {
  const { brand } = useOperator();
  const onClickCapture = useArrivalFocus(focusTitle);
  return (
    <div
      onClickCapture={onClickCapture}
      className="mx-auto w-full max-w-[92rem] px-4 py-6 sm:px-6 lg:px-8 lg:py-8"
    >
      <title>{`${title} | ${brand.name} Backoffice`}</title>
      {before ? <div className="mb-2 print:hidden">{before}</div> : null}
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1
            id={titleId}
            tabIndex={-1}
            className="min-w-0 text-3xl text-green-900 outline-none hyphens-auto wrap-anywhere"
          >
            {title}
          </h1>
          {note ? <div className="text-sm text-ink-soft">{note}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

type BackLinkProps = { to: string; label: string; onClick?: (event: MouseEvent) => void };

export function BackLink({ to, label, onClick }: BackLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      className={`inline-flex min-h-9 items-center gap-1.5 font-semibold ${linkClass}`}
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span>{label}</span>
    </Link>
  );
}

type LoadFailedProps = {
  children: ReactNode;
  note?: string;
  /** Missing where another attempt cannot help. */
  onRetry?: () => void;
  busy?: boolean;
  framed?: boolean;
};

const frame = 'justify-between rounded-card border border-danger/40 bg-danger-soft px-5 py-4';

export function LoadFailed({ children, note, onRetry, busy = false, framed = false }: LoadFailedProps) {
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
