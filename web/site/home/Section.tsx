import type { ReactNode } from 'react';

type Props = {
  id?: string;
  title: string;
  intro?: string;
  tone?: 'paper' | 'deep' | 'green';
  children: ReactNode;
};

const tones = {
  paper: 'bg-paper text-ink',
  deep: 'bg-paper-deep text-ink',
  green: 'bg-green-900 text-green-50',
};

export function Section({ id, title, intro, tone = 'paper', children }: Props) {
  const heading = tone === 'green' ? 'text-white' : 'text-green-900';
  const soft = tone === 'green' ? 'text-green-100' : 'text-ink-soft';
  return (
    <section id={id} aria-label={title} className={tones[tone]}>
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <h2 className={`max-w-3xl text-3xl sm:text-[2.6rem] ${heading}`}>{title}</h2>
        {intro ? <p className={`mt-4 max-w-2xl text-lg ${soft}`}>{intro}</p> : null}
        <div className="mt-10 sm:mt-12">{children}</div>
      </div>
    </section>
  );
}
