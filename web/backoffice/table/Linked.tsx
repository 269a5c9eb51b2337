import type { ReactNode } from 'react';

/** A link where there is an address, and the same text where there is none. */
export function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a href={href} className={linkClass}>
      {children}
    </a>
  );
}

/** A link among data. */
export const linkClass =
  'text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800';
