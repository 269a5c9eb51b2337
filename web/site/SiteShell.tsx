import type { ReactNode } from 'react';
import { publicPages as pages } from '#domain/urls';
import { Medallion } from '../illustrations';
import { useSourced } from '../source';
import { buttonClass } from '../ui/button';
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

export function MedallionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:flex-nowrap">
      <Medallion className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0">
        <h1 className="text-4xl text-green-900 sm:text-5xl">{title}</h1>
        <p className="mt-2 text-lg font-semibold text-balance">{children}</p>
      </div>
    </div>
  );
}

export function HomeLink() {
  const sourced = useSourced();
  return (
    <p className="mt-8">
      <a href={sourced(pages.home)} className={buttonClass('secondary')}>
        Zur Startseite
      </a>
    </p>
  );
}
