/** Pages for developers, not in production: all mails, and the API. */
import { openapi, toOpenAPISchema } from '@elysiajs/openapi';
import { type AnyElysia, Elysia } from 'elysia';
import type { ReactNode } from 'react';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { api, href, pages } from '#domain/urls';
import { renderPage } from '#web/render.tsx';
import { MailPreviewPage } from '#web/site/mail-preview.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { pathOf } from '../../http/requests';
import { siteOf } from '../../mails/common';
import { renderExample } from '../../mails/kinds';
import { pageHeaders } from '../../pages/render';
import { refusals } from '../../refusal';

/** A mail has inline styles and is shown in a frame of our own page. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'";

export function workshop(context: Context, assets: Assets, app: () => AnyElysia) {
  // pictures are loaded from the origin of the page
  const siteAt = ({ url }: Request) => siteOf(context, new URL(url).origin);
  const respond = async (title: string, body: ReactNode) => {
    const page = await renderPage(assets.page, context.operator, { title, noindex: true }, body);
    const headers = {
      ...pageHeaders(context, 'no-store'),
      'content-security-policy': pagePolicy({ frames: true }),
    };
    return new Response(page, { headers });
  };
  return new Elysia({ name: 'workshop', detail: { hide: true } })
    .use(apiDocs(app, context.operator.brand.name))
    .get(pages.mailPreview, ({ request }) => {
      const all = emailTypes.map((kind) => ({
        kind,
        label: mailKinds[kind].label,
        address: href(pages.mailPreviewOf, { kind }),
        ...renderExample(kind, siteAt(request)),
      }));
      return respond('E-Mails', <MailPreviewPage mails={all} />);
    })
    .get(pages.mailPreviewOf, ({ params, request, set }) => {
      const kind = emailTypes.find((one) => one === params.kind);
      if (!kind) throw refusals.notFound();
      set.headers['content-security-policy'] = mailPolicy;
      set.headers['content-type'] = 'text/html; charset=utf-8';
      return renderExample(kind, siteAt(request)).html;
    });
}

const mapJsonSchema = { typebox: (schema: { json: unknown }) => schema.json };
const jsonPath = `${api.docs}/json`;
// the page loads its script from a public host
const policy =
  "default-src 'self' https: data:; script-src 'self' https: 'unsafe-inline'; style-src 'self' https: 'unsafe-inline'";

/** `/api/docs` for people, `/api/docs/json` for tools. `app` is called on each request, when all routes are known. */
function apiDocs(app: () => AnyElysia, brandName: string) {
  const info = { title: `${brandName} API`, version: '1' };
  return new Elysia({ name: 'api-docs' })
    .use(
      openapi({
        path: api.docs,
        specPath: `${api.docs}/raw`,
        scalar: { url: jsonPath },
        documentation: { info },
        mapJsonSchema,
      }),
    )
    .get(jsonPath, () => ({ openapi: '3.1.2', info, ...schemaOf(app()) }), { detail: { hide: true } })
    .onRequest(({ request, set }) => {
      if (pathOf(request) === api.docs) set.headers['content-security-policy'] = policy;
    });
}

function schemaOf(app: AnyElysia) {
  const routes = app.routes.map((route) => ({
    ...route,
    // our parser is a function, from which the generator cannot see that it reads JSON
    hooks: { ...route.hooks, parse: [{ fn: 'json' }] },
  }));
  const view = Object.assign(Object.create(app), { getGlobalRoutes: () => routes });
  const paths = [/^\/(?!api\/|health)/, new RegExp(`^${api.docs}`)];
  return toOpenAPISchema(view, { paths }, undefined, mapJsonSchema);
}
