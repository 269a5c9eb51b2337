import { join } from 'node:path';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import { isUuid } from '#domain/ids';
import { pageOperator } from '#domain/operator/operator';
import { pages, staffPages } from '#domain/urls';
import { styleSheet } from '#emails/theme';
import { renderStaff } from '#web/app-pages.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { sharedCaching } from '../../http/headers';
import { analyticsFrame } from '../../pages/analytics-frame';
import type { PageCache } from '../../pages/cache';
import { hashOf, renderShared } from '../../pages/shared-page';
import { refusals } from '../../refusal';
import { root } from '../../root';
import { billRoutes } from '../bills/routes';
import { publicPages } from './public';
import { wizardPages } from './wizard';

export async function pageRoutes(context: Context, assets: Assets, cache: PageCache) {
  // waited for: a plugin that is still a promise makes Elysia compile the whole application once more for it
  const publicFiles = await staticPlugin({
    assets: join(root, 'web/public'),
    prefix: '/static',
    alwaysStatic: true,
  });
  return new Elysia({ name: 'pages', detail: { hide: true } })
    .use(publicPages(context, assets, cache))
    .use(billRoutes(context, assets, cache))
    .use(wizardPages(context, assets, cache))
    .use(analyticsFrame(context, cache))
    .use(staffShells(context, assets, cache))
    .use(publicFiles)
    .get('/assets/:name', ({ params, request }) => {
      if (assets.events && params.name === 'reload-events') return assets.events();
      const file = assets.answer(params.name, request);
      if (!file) throw refusals.notFound();
      return file;
    })
    .get('/robots.txt', () => robots(context))
    .get('/sitemap.xml', () => sitemap(context.publicUrl()));
}

/** Every staff page is the same shell; the browser finds out who is signed in, and the API protects the data. */
function staffShells(context: Context, assets: Assets, cache: PageCache) {
  const shell = { assets: assets.page, operator: pageOperator(context.operator) };
  // a frame with the preview of a mail obeys the policy of its page
  const styles = [hashOf(styleSheet)];
  const app = new Elysia({ name: 'staff-shells', detail: { hide: true } });
  for (const route of Object.values(staffPages)) {
    app.get(route, ({ request, params }: { request: Request; params?: { id?: string } }) => {
      if (params?.id !== undefined && !isUuid(params.id)) throw refusals.notFound();
      const make = () => renderShared(route, (at) => renderStaff({ request: at, ...shell }), { styles });
      return cache.respondShared(request, {
        route,
        version: `${assets.page.staff} ${assets.page.styles}`,
        make,
      });
    });
  }
  return app;
}

export const indexed = [
  pages.home,
  pages.precheck,
  pages.whatIsLeft,
  pages.documents,
  pages.privacy,
  pages.imprint,
  pages.accessibility,
];
const closed = [pages.wizard, pages.calculator, pages.login, pages.backoffice, '/api/'];

function robots({ publicUrl, site }: Context): Response {
  const lines = [
    'User-agent: *',
    ...(site.isTrial() ? ['/'] : closed).map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl()}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...sharedCaching, 'content-type': 'text/plain; charset=utf-8' },
  });
}

function sitemap(publicUrl: string): Response {
  const urls = indexed.map((path) => `<url><loc>${Bun.escapeHTML(publicUrl + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  return new Response(xml, {
    headers: { ...sharedCaching, 'content-type': 'application/xml; charset=utf-8' },
  });
}
