import type { ReactNode } from 'react';
import type { Fact } from '#domain/facts';
import { taxSentence } from '#domain/law/wordings';
import { publicPages as pages } from '#domain/urls';
import { Medallion } from '../illustrations';
import { useOperator } from '../operator';
import { useSourced } from '../source';
import { buttonClass } from '../ui/button';
import { ContactWays } from './ContactWays';
import { Footer } from './Footer';
import { Header } from './Header';
import { SiteFrame } from './SiteFrame';

/** `className`: of one column, unless the page has its own layout. */
export function SiteShell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <SiteFrame header={<Header />} footer={<Footer />}>
      {className ? <div className={className}>{children}</div> : children}
    </SiteFrame>
  );
}

type CardProps = { id: string; title: string; className?: string; warm?: boolean; children: ReactNode };

/** `warm`: with the border of what somebody is asked to do. */
export function Card({ id, title, className = '', warm = false, children }: CardProps) {
  const border = warm ? 'border-saddle-300' : 'border-line';
  return (
    <section
      aria-labelledby={id}
      className={`${className} rounded-card border ${border} bg-white p-5 shadow-card sm:p-8`.trim()}
    >
      <h2 id={id} className="text-2xl text-green-900">
        {title}
      </h2>
      {children}
    </section>
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

/** At the end of a page behind a link. */
export function LinkHelp() {
  return (
    <p className="mt-8 text-ink-soft">
      Haben Sie Fragen? Wir sind gern für Sie da: <ContactWays />. Der Link zu dieser Seite ist nur für Sie
      bestimmt: Bitte geben Sie ihn nicht weiter.
    </p>
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

type Props = {
  facts: readonly Fact[];
  longLabels?: boolean;
  className: string;
};

export function FactList({ facts, longLabels = false, className }: Props) {
  const columns = longLabels ? 'sm:grid-cols-[14rem_1fr] sm:gap-6' : 'sm:grid-cols-[10rem_1fr] sm:gap-4';
  return (
    <dl className={`divide-y divide-line border-y border-line ${className}`}>
      {facts.map(({ label, value }) => (
        <div key={label} className={`grid gap-1 py-3 ${columns}`}>
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Once on a page that names prices. */
export function TaxNote({ className }: { className: string }) {
  const sentence = taxSentence(useOperator());
  return sentence ? <p className={`text-sm text-ink-soft ${className}`}>{sentence}</p> : null;
}
