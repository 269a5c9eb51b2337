import type { ReactNode } from 'react';
import type { Fact } from '#domain/facts';
import { typeset } from '#domain/format';
import { mailHref } from '#domain/hrefs';
import { taxSentence } from '#domain/law/wordings';
import { intermediaryFacts } from '#domain/operator/operator';
import { trialSentence } from '#domain/site-state';
import { anchors, pages } from '#domain/urls';
import { HorseMark, Medallion } from '../illustrations';
import { useOperator } from '../operator';
import { SiteLink } from '../source';
import { buttonClass } from '../ui/button';
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

export function LinkHelp() {
  return (
    <p className="mt-8 text-ink-soft">
      Haben Sie Fragen? Wir sind gern für Sie da: <ContactWays />. Der Link zu dieser Seite ist nur für Sie
      bestimmt: Bitte geben Sie ihn nicht weiter.
    </p>
  );
}

export function HomeLink() {
  return (
    <p className="mt-8">
      <SiteLink href={pages.home} className={buttonClass('secondary')}>
        Zur Startseite
      </SiteLink>
    </p>
  );
}

type Props = { facts: readonly Fact[]; longLabels?: boolean; className: string };

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

export function TaxNote({ className }: { className: string }) {
  const sentence = taxSentence(useOperator());
  return sentence ? <p className={`text-sm text-ink-soft ${className}`}>{sentence}</p> : null;
}

const entries = [
  { href: anchors.benefits, label: 'Vorteile' },
  { href: anchors.tariffs, label: 'Tarife' },
  { href: anchors.examples, label: 'Schadensbeispiele' },
  { href: anchors.faq, label: 'FAQ' },
];

/** The mobile menu works without JavaScript. Nothing is shown before all of it has come: the parts would move. */
export function Header() {
  return (
    <>
      <TrialBar />
      <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm not-has-[details]:invisible">
        <div className="mx-auto flex h-18 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
          <Logo />
          <nav aria-label="Hauptmenü" className="hidden items-center gap-7 lg:flex">
            <Links of={entries} className="font-medium text-ink hover:text-green-700" />
          </nav>
          <div className="flex items-center gap-3 print:hidden">
            <SiteLink href={pages.calculator} className={`${buttonClass()} hidden! sm:inline-flex!`}>
              Jetzt berechnen
            </SiteLink>
            <MobileMenu />
          </div>
        </div>
      </header>
    </>
  );
}

function TrialBar() {
  const { trial } = useOperator();
  if (!trial) return null;
  return (
    <p className="border-b border-saddle-700 bg-saddle-600 px-4 py-2 text-center font-semibold text-white">
      {trialSentence}
    </p>
  );
}

function Logo() {
  const { brand } = useOperator();
  return (
    <SiteLink href={pages.home} className="flex min-w-0 items-center gap-2.5 text-green-900">
      <HorseMark className="size-10 shrink-0 text-green-800" />
      <span className="flex min-w-0 flex-col leading-none wrap-anywhere">
        <span className={`font-serif font-semibold ${brand.name.length > 15 ? 'sm:text-2xl' : 'text-2xl'}`}>
          {brand.name}
        </span>
        <span className="mt-0.5 text-[min(0.75rem,4.5vw)] font-medium text-ink-soft">{brand.claim}</span>
      </span>
    </SiteLink>
  );
}

function Links({ of, className }: { of: { href: string; label: string }[]; className: string }) {
  return of.map(({ href, label }) => (
    <SiteLink key={href} href={href} className={className}>
      {label}
    </SiteLink>
  ));
}

function MobileMenu() {
  const { company } = useOperator();
  return (
    <details className="group lg:hidden">
      <summary className="flex size-12 cursor-pointer list-none items-center justify-center rounded-control text-green-900 hover:bg-green-50">
        <span className="sr-only">Menü</span>
        <svg
          viewBox="0 0 24 24"
          width="28"
          height="28"
          className="size-7"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          aria-hidden="true"
        >
          <path strokeLinecap="round" className="group-open:hidden" d="M4 7h16M4 12h16M4 17h16" />
          <path strokeLinecap="round" className="hidden group-open:inline" d="m6 6 12 12M18 6 6 18" />
        </svg>
      </summary>
      <nav
        aria-label="Menü"
        className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-4.5rem)] flex-col overflow-y-auto gap-1 border-b border-line bg-paper px-4 pb-5 shadow-raised sm:px-6"
      >
        <Links of={entries} className="border-b border-line py-3.5 text-lg font-medium" />
        <SiteLink href={pages.calculator} className={`${buttonClass()} mt-4`}>
          Jetzt berechnen
        </SiteLink>
        <a href={company.phoneHref} className="mt-3 text-center text-ink-soft">
          {company.phone}
        </a>
      </nav>
    </details>
  );
}

const legal = [
  { href: pages.documents, label: 'Unterlagen' },
  { href: pages.imprint, label: 'Impressum' },
  { href: pages.privacy, label: 'Datenschutz' },
];

const link = 'underline decoration-green-200/60 underline-offset-4 hover:decoration-white';

export function Footer() {
  const operator = useOperator();
  const { brand, company, insurer } = operator;
  return (
    <footer className="mt-auto bg-green-900 text-green-50">
      <div className="mx-auto max-w-6xl px-4 pt-10 sm:px-6">
        <a
          href={pages.withdrawal}
          className="inline-flex min-h-11 items-center rounded-control border border-green-200 px-5 py-2 font-semibold text-white hover:bg-green-800 print:hidden"
        >
          Vertrag widerrufen
        </a>
      </div>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-10 px-4 py-12 wrap-anywhere sm:grid-cols-3 sm:px-6">
        <div>
          <p className="font-serif text-2xl font-semibold text-white">{brand.name}</p>
          <p className="mt-2 text-green-100">
            {brand.claim}, vermittelt in Zusammenarbeit mit der {insurer.name}.
          </p>
        </div>
        <address className="not-italic text-green-100">
          <p className="font-semibold text-white">{company.name}</p>
          <p>{company.street}</p>
          <p>
            {company.zipCode} {company.city}
          </p>
        </address>
        <div className="flex flex-col items-start gap-1.5 text-green-100">
          <a href={company.phoneHref} className={link}>
            {company.phone}
          </a>
          <a href={mailHref(company.email)} className={`${link} break-all`}>
            {company.email}
          </a>
          <p className="text-sm">{company.serviceHours}</p>
        </div>
      </div>
      <div className="border-t border-green-700">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-5 text-sm sm:px-6">
          <Links of={legal} className={link} />
          <a href={pages.ownData} className={link}>
            Meine Daten
          </a>
          <SiteLink href={pages.accessibility} className={link}>
            Barrierefreiheit
          </SiteLink>
          <button type="button" data-consent="open" className={`${link} cursor-pointer`}>
            Cookie-Einstellungen
          </button>
        </div>
        <p className="mx-auto max-w-6xl px-4 pb-6 text-sm text-green-100 wrap-anywhere sm:px-6">
          <Intermediary />
          <a href={pages.initialInformation} className={link}>
            Erstinformation
          </a>
        </p>
      </div>
    </footer>
  );
}

function Intermediary() {
  const operator = useOperator();
  const [status, register, insurer] = intermediaryFacts(operator).map(typeset);
  const { registerUrl } = operator.company;
  if (!registerUrl) return `${status} · ${register} · ${insurer} · `;
  return (
    <>
      {`${status} · ${register} (`}
      <a href={registerUrl} rel="noreferrer" className={link}>
        Eintrag prüfen
      </a>
      {`) · ${insurer} · `}
    </>
  );
}

export function ContactWays() {
  const { company } = useOperator();
  return (
    <>
      <a href={company.phoneHref} className="whitespace-nowrap text-green-800 underline underline-offset-4">
        {company.phone}
      </a>{' '}
      ({typeset(company.serviceHours)}) oder{' '}
      <a href={mailHref(company.email)} className="text-green-800 underline underline-offset-4 wrap-anywhere">
        {company.email}
      </a>
    </>
  );
}
