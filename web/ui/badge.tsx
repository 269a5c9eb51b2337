import type { ReactNode } from 'react';

export type BadgeTone = 'positive' | 'waiting' | 'negative' | 'neutral';

const tones: Record<BadgeTone, string> = {
  positive: 'bg-green-100 text-green-900',
  waiting: 'bg-saddle-100 text-saddle-800',
  negative: 'bg-danger-soft text-danger',
  neutral: 'bg-paper-deep text-ink-soft',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 forced-colors:border text-[min(0.875rem,7vw)] leading-[1.43] font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
