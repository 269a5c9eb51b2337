/** Routes of all pages and of the files that they load. */
import { join } from 'node:path';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import { isUuid } from '#domain/ids';
import { href, pages, staffPages } from '#domain/urls';
import { renderStaff, renderWizard } from '#web/hydrated/server.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { authorOf } from '../../http/author';
import { refusals } from '../../http/refusal';
import { root } from '../../root';
import type { PageCache } from './cache';
import { robots, sitemap } from './crawlers';
import { ownPage } from './own-page';
import { publicPages } from './public';
import { startOnServer } from './wizard';

const publicFiles = join(root, 'web/public');

export function pageRoutes(context: Context, assets: Assets, cache: PageCache) {
  const app = new Elysia({ name: 'pages', detail: { hide: true } })
    .use(publicPages(context, assets, cache))
    .use(staticPlugin({ assets: publicFiles, prefix: '/static', alwaysStatic: true }))
    .get('/assets/:name', ({ params, request }) => {
      if (assets.events && params.name === 'reload-events') return assets.events();
      const file = assets.answer(params.name, request);
      if (!file) throw refusals.notFound();
      return file;
    })
    .get('/robots.txt', () => robots(context.publicUrl()))
    .get('/sitemap.xml', () => sitemap(context.publicUrl()))
    .get(pages.calculator, ({ request }) => freshWizard(new URL(request.url).searchParams))
    .get(pages.wizard, ({ request }) => wizard(context, assets, request))
    .get(pages.application, ({ request, params }) => {
      // a truncated link leads to a new application instead of one that could never be saved
      if (!isUuid(params.id)) return freshWizard();
      return wizard(context, assets, request);
    });
  for (const path of Object.values(staffPages)) {
    app.get(path, ({ request, params }: { request: Request; params?: { id?: string } }) =>
      staffPage(assets, request, params?.id),
    );
  }
  return app;
}

/** Redirects to a new application with the choice of the calculator: 303, never cached. */
function freshWizard(choice = new URLSearchParams()): Response {
  const query = new URLSearchParams();
  for (const name of ['tariff', 'deductible', 'frequency']) {
    const value = choice.get(name);
    if (value && /^\w{1,20}$/.test(value)) query.set(name, value);
  }
  const location = href(pages.application, { id: crypto.randomUUID() }) + (query.size > 0 ? `?${query}` : '');
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** Every staff page is the same shell; the browser finds out who is signed in, and the API protects the data. */
async function staffPage(assets: Assets, request: Request, id?: string): Promise<Response> {
  if (id !== undefined && !isUuid(id)) throw refusals.notFound();
  return await ownPage(request, (nonce) => renderStaff({ request, nonce, assets: assets.page }));
}

function wizard(context: Context, assets: Assets, request: Request): Promise<Response> {
  const author = authorOf(request);
  const analyticsScript = context.config.analyticsScriptUrl;
  const startWizard = (id: string) => startOnServer(context, id.toLowerCase(), author);
  return ownPage(
    request,
    (nonce) => renderWizard({ request, nonce, assets: assets.page, analyticsScript, startWizard }),
    analyticsScript,
  );
}
