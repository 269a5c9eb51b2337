import type { ReactNode } from 'react';
import { linkClass } from '../../ui/button';

export function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a href={href} className={linkClass}>
      {children}
    </a>
  );
}
