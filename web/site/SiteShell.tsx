import type { ReactNode } from 'react';
import { Footer } from './Footer';
import { Header } from './Header';

/** Header, main part and footer of every page outside the backoffice. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#inhalt"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-white focus:p-3 focus:font-semibold"
      >
        Zum Inhalt springen
      </a>
      <Header />
      <main id="inhalt" className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}
