import { publicPages as pages } from '#domain/urls';
import { Document, type PageAssets } from '../document';
import { HorseMark } from '../illustrations/HorseMark';
import { useOperator } from '../operator';
import { ContactWays } from '../site/ContactWays';
import { buttonClass } from '../ui/button';

/** In place of a page whose script has failed. Sent with each page, because then nothing may be loadable. */
export function FailurePage({ assets }: { assets: PageAssets }) {
  const { brand } = useOperator();
  const head = (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
    </>
  );
  return (
    <Document assets={{ ...assets, reload: null }} head={head}>
      <main className="mx-auto max-w-2xl px-4 py-16 text-center sm:px-6 sm:py-24">
        <HorseMark className="mx-auto mb-6 size-14 text-green-800" />
        <h1
          tabIndex={-1}
          // a title of its own would be a second one of the page that it is sent with
          data-title={`Das hat leider nicht geklappt | ${brand.name}`}
          className="text-4xl text-green-900 outline-none"
        >
          Das hat leider nicht geklappt
        </h1>
        <p className="mt-4">
          Auf dieser Seite ist ein Fehler aufgetreten. Was gespeichert ist, bleibt erhalten. Bitte laden Sie
          die Seite neu.
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
      </main>
    </Document>
  );
}
