import { anchors, publicPages as pages } from '#domain/urls';
import { HorseMark } from '../illustrations';
import { useOperator } from '../operator';
import { useSourced } from '../source';
import { buttonClass } from '../ui/button';

const entries = [
  { href: anchors.benefits, label: 'Vorteile' },
  { href: anchors.tariffs, label: 'Tarife' },
  { href: anchors.examples, label: 'Schadensbeispiele' },
  { href: anchors.faq, label: 'FAQ' },
];

/** Logo, links to the sections of the landing page and to the wizard. The mobile menu works without JavaScript. */
export function Header() {
  const sourced = useSourced();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-18 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Logo />
        <nav aria-label="Hauptmenü" className="hidden items-center gap-7 lg:flex">
          <NavLinks className="font-medium text-ink hover:text-green-700" />
        </nav>
        <div className="flex items-center gap-3 print:hidden">
          <a href={sourced(pages.calculator)} className={`${buttonClass()} hidden! sm:inline-flex!`}>
            Jetzt berechnen
          </a>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

function Logo() {
  const { brand } = useOperator();
  const sourced = useSourced();
  return (
    <a href={sourced(pages.home)} className="flex min-w-0 items-center gap-2.5 text-green-900">
      <HorseMark className="size-10 shrink-0 text-green-800" />
      <span className="flex min-w-0 flex-col leading-none wrap-anywhere">
        <span className={`font-serif font-semibold ${brand.name.length > 15 ? 'sm:text-2xl' : 'text-2xl'}`}>
          {brand.name}
        </span>
        <span className="mt-0.5 text-[min(0.75rem,4.5vw)] font-medium text-ink-soft">{brand.claim}</span>
      </span>
    </a>
  );
}

function NavLinks({ className }: { className: string }) {
  const sourced = useSourced();
  return entries.map(({ href, label }) => (
    <a key={href} href={sourced(href)} className={className}>
      {label}
    </a>
  ));
}

function MobileMenu() {
  const { company } = useOperator();
  const sourced = useSourced();
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
        <NavLinks className="border-b border-line py-3.5 text-lg font-medium" />
        <a href={sourced(pages.calculator)} className={`${buttonClass()} mt-4`}>
          Jetzt berechnen
        </a>
        <a href={company.phoneHref} className="mt-3 text-center text-ink-soft">
          {company.phone}
        </a>
      </nav>
    </details>
  );
}
