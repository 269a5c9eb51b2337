import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'details'>, 'title'> & { title: ReactNode };

export function Fold({ title, className = '', children, ...rest }: Props) {
  return (
    <details className={`group rounded-card border border-line bg-white shadow-card ${className}`} {...rest}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 px-4 py-2 font-semibold text-green-900 hover:text-green-800 sm:px-6">
        <span className="min-w-0">{title}</span>
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-ink-soft transition-transform group-open:rotate-90"
        />
      </summary>
      {children}
    </details>
  );
}
