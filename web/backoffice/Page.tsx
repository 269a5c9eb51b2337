import { type AnyRouter, Link, useLocation, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useOperator } from '../operator';
import { linkClass, SmallButton } from '../ui/button';

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
        <SmallButton aria-disabled={busy} onClick={onRetry}>
          Erneut versuchen
        </SmallButton>
      ) : null}
    </div>
  );
}

/** For the way back to a screen, by history entry, and as long as the window is open. */
type Memory = { followed?: string; ticked?: ReadonlySet<string> };

const memories = new Map<string, Memory>();

function entryOf({ history }: AnyRouter): string {
  return history.location.state.__TSR_key ?? '';
}

function remember(router: AnyRouter, part: Memory) {
  const entry = entryOf(router);
  memories.set(entry, { ...memories.get(entry), ...part });
}

/** Tells a screen reader of a new screen by the focus: on the link that was followed before, or else the title. */
function useArrivalFocus(focusTitle: () => void) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen
  useLayoutEffect(() => {
    const main = document.getElementById('inhalt');
    // the first screen of a window begins at its top
    if (!main || router.history.location.state.__TSR_index === 0) return;
    const { followed } = memories.get(entryOf(router)) ?? {};
    const link = followed && main.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`);
    if (link) link.focus({ preventScroll: true });
    // it may be in a closed menu
    if (!link || document.activeElement !== link) focusTitle();
  }, []);
  return ({ target }: MouseEvent) => {
    const followed = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
    if (followed) remember(router, { followed });
  };
}

/** The selected rows of a list, which are still selected when the user comes back to it. */
export function useTicked() {
  const router = useRouter();
  const [ticked, setTicked] = useState(() => memories.get(entryOf(router))?.ticked ?? new Set<string>());
  // a search gives the entry another key
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entry` is read from the router
  useEffect(() => remember(router, { ticked }), [router, ticked, entry]);
  return [ticked, setTicked] as const;
}
