import type { ReactNode } from 'react';

type Props = {
  tone?: 'info' | 'warning' | 'danger';
  title?: string;
  role?: 'alert' | 'note';
  children: ReactNode;
};

const tones = {
  info: 'border-green-200 bg-green-50 text-green-950',
  warning: 'border-saddle-300 bg-saddle-50 text-ink',
  danger: 'border-danger/40 bg-danger-soft text-ink',
};

export function Alert({ tone = 'info', title, role = 'note', children }: Props) {
  return (
    <div role={role} className={`rounded-control border px-4 py-3.5 ${tones[tone]}`}>
      {title ? <p className="font-semibold">{title}</p> : null}
      <div>{children}</div>
    </div>
  );
}
