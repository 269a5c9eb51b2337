/** Public pages: complete HTML by the server, readable and usable without a script. */
import { readCatalogue } from '#db/tariffs';
import { brand } from '#domain/company';
import type { Choice } from '#domain/tariffs/calculator';
import { type Catalogue, fallbackCatalogue } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import type { IslandProps } from '#web/islands/names';
import { Gap, type PageHead, renderPage, renderWithGaps } from '#web/render.tsx';
import { LowestPrice } from '#web/site/home/Hero.tsx';
import { HomePage, HomeSections } from '#web/site/home/HomePage.tsx';
import { ImprintPage } from '#web/site/legal/ImprintPage.tsx';
import { PrivacyPage } from '#web/site/legal/PrivacyPage.tsx';
import { ErrorPage, NotFoundPage } from '#web/site/not-found/NotFoundPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { requestIdOf } from '../../http/requests';
import type { RefusedForm } from '../callbacks/form';
import { landingData } from './structured-data';
import { inTurn } from './turn';

export type PublicPage = { head: PageHead; body: (context: Context) => React.ReactNode };

const titled = (title: string) => `${title} | ${brand.name}`;
const blankForm: IslandProps['callback'] = {
  source: null,
  entries: { name: '', phone: '', email: '', preferredTime: '' },
  errors: [],
  notice: null,
  sent: false,
};

const landingHead: PageHead = {
  title: `${brand.name}: ${brand.claim}`,
  description:
    'OP-Versicherung für Pferde: drei Tarife vergleichen, Beitrag berechnen und in sechs Schritten beantragen. Freie Wahl von Tierarzt und Klinik.',
};

/** The pages that never change while the server runs, by path. */
const staticPages: Record<string, PublicPage> = {
  [pages.privacy]: {
    head: { title: titled('Datenschutz'), description: `Wie ${brand.name} mit Ihren Daten umgeht.` },
    body: ({ config }) => <PrivacyPage retentionDays={config.retentionDays} />,
  },
  [pages.imprint]: {
    head: { title: titled('Impressum'), description: `Anbieterangaben von ${brand.name}.` },
    body: () => <ImprintPage />,
  },
};
export const staticPaths = Object.keys(staticPages);

/** Streams one of the static pages. */
export function renderStaticPage(context: Context, assets: Assets, path: string): Promise<ReadableStream> {
  const page = staticPages[path];
  if (!page) throw new Error('A page is routed that is not there.');
  return renderPage(assets.page, headOf(context, path, page.head), page.body(context));
}

/** What a landing page shows to one visitor alone. */
export type Visit = { callback?: Partial<IslandProps['callback']>; chosen?: Choice };

/**
 * Streams the landing page, in the state in which one visitor left it if there is one. Head, header and hero leave at
 * once; what shows prices follows when the catalogue is there.
 */
export function renderLanding(
  context: Context,
  assets: Assets,
  catalogue: Promise<Catalogue>,
  { callback, chosen }: Visit = {},
): Promise<ReadableStream> {
  const late = catalogue.then((known) => [
    <LowestPrice key="price" catalogue={known} />,
    <HomeSections
      key="sections"
      tariffs={{ catalogue: known, today: context.today(), chosen, source: callback?.source ?? undefined }}
      callback={{ ...blankForm, ...callback }}
      facts={landingData(context.publicUrl(), known)}
    />,
  ]);
  const body = <HomePage price={<Gap />} sections={<Gap />} />;
  return renderWithGaps(assets.page, headOf(context, pages.home, landingHead), body, late);
}

/** The landing page for a callback form that was posted without JavaScript and refused. */
export async function refusedFormPage(
  context: Context,
  assets: Assets,
  form: RefusedForm,
): Promise<Response> {
  const { status, ...callback } = form;
  // prices are the lesser part of this page: what the visitor typed must come back even if nothing can be read
  const catalogue = readCatalogue(context.db).catch(() => fallbackCatalogue);
  const stream = await renderLanding(context, assets, catalogue, { callback });
  return new Response(stream, { status, headers: { ...pageHeaders(context), 'cache-control': 'no-store' } });
}

/** Answers what went wrong as a page of the site. */
export async function errorPage(context: Context, assets: Assets, request: Request, status: number) {
  const missing = status === 404;
  const head = { title: titled(missing ? '404 Page Not Found' : 'Fehler'), noindex: true };
  const body = missing ? <NotFoundPage /> : <ErrorPage requestId={requestIdOf(request)} />;
  const stream = await inTurn(request, () => renderPage(assets.page, headOf(context, '', head), body));
  return new Response(stream, { status, headers: { ...pageHeaders(context), 'cache-control': 'no-store' } });
}

/** Headers of every public page. */
export function pageHeaders({ config }: Pick<Context, 'config'>): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=60',
    'content-security-policy': pagePolicy({ analyticsScript: config.analyticsScriptUrl }),
  };
}

/** Adds what every indexed page says of itself. */
function headOf(context: Context, path: string, head: PageHead): PageHead {
  const url = context.publicUrl();
  const found = head.noindex ? {} : { canonical: `${url}${path}`, image: `${url}/static/og.png` };
  return { ...head, ...found, analyticsScript: context.config.analyticsScriptUrl };
}
