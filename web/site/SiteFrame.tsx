import type { ReactNode } from 'react';

type Props = { header: ReactNode; footer: ReactNode; children: ReactNode };

export function SiteFrame({ header, footer, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#inhalt"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-white focus:p-3 focus:font-semibold"
      >
        Zum Inhalt springen
      </a>
      {header}
      <main id="inhalt" className="grow">
        {children}
      </main>
      {footer}
    </div>
  );
}
