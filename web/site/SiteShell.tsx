import type { ReactNode } from 'react';
import { Footer } from './Footer';
import { Header } from './Header';
import { SiteFrame } from './SiteFrame';

export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <SiteFrame header={<Header />} footer={<Footer />}>
      {children}
    </SiteFrame>
  );
}
