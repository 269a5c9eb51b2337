import { renderToStaticMarkup } from 'react-dom/server';
import { Document, type PageAssets } from '../document';
import { HorseMark } from '../illustrations';
import { buttonClass } from '../ui/button';

const usual =
  'Von Ihrem Anschluss kamen gerade sehr viele Anfragen. Bitte warten Sie eine Minute und laden Sie die Seite dann neu.';

/** Without script, fonts and menu, because it is sent to whoever asks for too much. `sentence`: in answer to a form. */
export function renderTooManyPage(assets: PageAssets, brandName: string, sentence?: string): string {
  const head = (
    <>
      <title>{`Zu viele Anfragen | ${brandName}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
  const page = (
    <Document assets={{ ...assets, fonts: [], reload: null }} head={head}>
      <main className="mx-auto max-w-2xl px-4 py-24 text-center sm:px-6">
        <HorseMark className="mx-auto mb-6 size-14 text-green-800" />
        <h1 className="text-4xl text-green-900">Bitte haben Sie einen Moment Geduld</h1>
        <p className="mt-4">{sentence ?? usual}</p>
        {sentence ? (
          <p className="mt-4">
            Ihre Eingaben stehen noch im Formular, wenn Sie in Ihrem Browser eine Seite zurückgehen.
          </p>
        ) : null}
        <p className="mt-8">
          {/* biome-ignore lint/a11y/useValidAnchor: this is the address of the page itself */}
          <a href="" className={buttonClass()}>
            {sentence ? 'Zum leeren Formular' : 'Seite neu laden'}
          </a>
        </p>
      </main>
    </Document>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
