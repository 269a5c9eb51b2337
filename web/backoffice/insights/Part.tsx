import { type ReactNode, useId } from 'react';

type Props = { title: string; note?: string; children: ReactNode };

export function Part({ title, note, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="break-inside-avoid rounded-card border border-line bg-white p-4 shadow-card sm:p-6 print:border-0 print:p-0 print:shadow-none"
    >
      <h2 id={id} className="text-xl text-green-900">
        {title}
      </h2>
      {note ? <p className="mt-1 text-sm text-ink-soft">{note}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
