import type { ReactNode } from 'react';

type AlertProps = {
  tone?: 'info' | 'warning' | 'danger';
  title?: string;
  role?: 'alert' | 'note';
  children: ReactNode;
};

const alertTones = {
  info: 'border-green-200 bg-green-50 text-green-950',
  warning: 'border-saddle-300 bg-saddle-50 text-ink',
  danger: 'border-danger/40 bg-danger-soft text-ink',
};

export function Alert({ tone = 'info', title, role = 'note', children }: AlertProps) {
  return (
    <div role={role} className={`rounded-control border px-4 py-3.5 ${alertTones[tone]}`}>
      {title ? <p className="font-semibold">{title}</p> : null}
      <div>{children}</div>
    </div>
  );
}

export type BadgeTone = 'positive' | 'waiting' | 'negative' | 'neutral';

const badgeTones: Record<BadgeTone, string> = {
  positive: 'bg-green-100 text-green-900',
  waiting: 'bg-saddle-100 text-saddle-800',
  negative: 'bg-danger-soft text-danger',
  neutral: 'bg-paper-deep text-ink-soft',
};

type BadgeProps = { tone?: BadgeTone; wraps?: boolean; children: ReactNode };

/** `wraps`: where there is no room for it in one line. */
export function Badge({ tone = 'neutral', wraps = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center rounded-[0.875rem] px-2.5 py-0.5 forced-colors:border text-[min(0.875rem,7vw)] leading-[1.43] font-semibold ${wraps ? '' : 'whitespace-nowrap'} ${badgeTones[tone]}`}
    >
      {children}
    </span>
  );
}

export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-6 animate-spin rounded-full border-3 border-green-200 border-t-green-800"
      />
      <span>{label}</span>
    </div>
  );
}
