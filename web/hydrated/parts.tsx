import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageOperator } from '#domain/operator/operator';
import { publicPages as pages } from '#domain/urls';
import { CookieBanner } from '../consent/CookieBanner';
import { HorseMark } from '../illustrations';
import { OperatorContext, useOperator } from '../operator';
import { ByTelephone } from '../site/forms';
import { ContactWays, Footer, Header } from '../site/SiteShell';
import { buttonClass } from '../ui/button';
import type { Parts } from './sent';

type Page = { operator: PageOperator };

export function staffParts({ operator }: Page): Parts {
  const markup = markupWith(operator);
  return { splash: markup(<Splash />), failure: markup(<Failure />) };
}

export function wizardParts(page: Page): Parts {
  const markup = markupWith(page.operator);
  return {
    ...staffParts(page),
    header: markup(<Header />),
    footer: markup(<Footer />),
    help: markup(<ByTelephone className="mt-12" />),
    // opens only by the button in the footer, so that it does not interrupt the form
    banner: markup(<CookieBanner quiet />),
  };
}

function markupWith(operator: PageOperator) {
  return (part: ReactNode) =>
    renderToStaticMarkup(<OperatorContext value={operator}>{part}</OperatorContext>);
}

/** Covers the page until it can be used. If that takes long, the style sheet shows how to go on: no script is needed. */
function Splash() {
  const { brand } = useOperator();
  return (
    <section
      data-splash=""
      aria-label={brand.name}
      className="fixed inset-0 z-40 flex flex-col items-center overflow-y-auto bg-paper px-6 py-4 text-center"
    >
      <HorseMark className="mt-auto size-20 shrink-0 text-green-800" />
      <p className="mt-6 max-w-full font-serif text-3xl font-semibold text-green-900 wrap-anywhere">
        {brand.name}
      </p>
      <progress
        max={100}
        value={66}
        aria-label="Ladevorgang"
        className="mt-6 h-1.5 w-56 shrink-0 appearance-none overflow-hidden rounded-full bg-green-100 [&::-moz-progress-bar]:bg-saddle-600 [&::-webkit-progress-bar]:bg-green-100 [&::-webkit-progress-value]:bg-saddle-600"
      />
      <p role="status" className="mt-6 text-ink-soft">
        Ihre Versicherung wird geladen...
      </p>
      <noscript>
        <p className="mt-6 max-w-md">
          Für den Antrag brauchen wir JavaScript. Bitte schalten Sie es in Ihrem Browser ein, und laden Sie
          die Seite neu. Oder rufen Sie uns an oder schreiben Sie uns, wir helfen Ihnen weiter:{' '}
          <ContactWays />.
        </p>
        <Reload />
      </noscript>
      <div className="late mt-6 max-w-md">
        <p>
          Das dauert länger als sonst: Ein Teil der Seite fehlt noch. Was gespeichert ist, bleibt erhalten.
          Bitte laden Sie die Seite neu. Hilft das nicht, rufen Sie uns an oder schreiben Sie uns:{' '}
          <ContactWays />.
        </p>
        <Reload />
      </div>
      <div aria-hidden="true" className="mb-auto" />
    </section>
  );
}

function Reload() {
  return (
    <div className="mt-5">
      {/* biome-ignore lint/a11y/useValidAnchor: this is the address of the page itself */}
      <a href="" className={buttonClass('secondary')}>
        Neu laden
      </a>
    </div>
  );
}

/**
 * In the `main` of a page whose script has failed. Sent with each page, because then nothing may be loadable; without
 * `main` and title, which would be the second ones of the page that it is sent with.
 */
function Failure() {
  const { brand } = useOperator();
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 text-center sm:px-6 sm:py-24">
      <HorseMark className="mx-auto mb-6 size-14 text-green-800" />
      <h1
        tabIndex={-1}
        data-title={`Das hat leider nicht geklappt | ${brand.name}`}
        className="text-4xl text-green-900 outline-none"
      >
        Das hat leider nicht geklappt
      </h1>
      <p className="mt-4">
        Auf dieser Seite ist ein Fehler aufgetreten. Was gespeichert ist, bleibt erhalten. Bitte laden Sie die
        Seite neu.
      </p>
      <p className="mt-4">
        Hilft das nicht, rufen Sie uns an oder schreiben Sie uns: <ContactWays />.
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-4">
        {/* biome-ignore lint/a11y/useValidAnchor: this is the address of the page itself */}
        <a href="" className={buttonClass()}>
          Neu laden
        </a>
        <a href={pages.home} className={buttonClass('secondary')}>
          Zur Startseite
        </a>
      </p>
    </div>
  );
}
