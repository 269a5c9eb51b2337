/** Documentation of the API, in development only: the schemas are the ones that check. */
import { openapi, toOpenAPISchema } from '@elysiajs/openapi';
import { type AnyElysia, Elysia } from 'elysia';
import { brand } from '#domain/company';
import { api } from '#domain/urls';
import { pathOf } from './host';

const info = { title: `${brand.name} API`, version: '1' };
const mapJsonSchema = { typebox: (schema: { json: unknown }) => schema.json };
const spec = `${api.docs}/json`;
// the page of the documentation loads its script from a public host: nobody but a developer ever opens it
const policy =
  "default-src 'self' https: data:; script-src 'self' https: 'unsafe-inline'; style-src 'self' https: 'unsafe-inline'";

/** `/api/docs` for people, `/api/docs/json` for tools; `app` is asked for its routes when somebody looks. */
export function apiDocs(app: () => AnyElysia) {
  return new Elysia({ name: 'api-docs' })
    .use(
      openapi({
        path: api.docs,
        specPath: `${api.docs}/raw`,
        scalar: { url: spec },
        documentation: { info },
        mapJsonSchema,
      }),
    )
    .get(spec, () => describe(app()), { detail: { hide: true } })
    .onRequest(({ request, set }) => {
      if (pathOf(request) === api.docs) set.headers['content-security-policy'] = policy;
    });
}

function describe(app: AnyElysia) {
  const routes = app.routes.map((route) => ({
    ...route,
    // our parser is a function, of which the generator cannot tell what it takes: JSON
    hooks: { ...route.hooks, parse: [{ fn: 'json' }] },
  }));
  const view = Object.assign(Object.create(app), { getGlobalRoutes: () => routes });
  const paths = [/^\/(?!api\/|health)/, new RegExp(`^${api.docs}`)];
  const schema = toOpenAPISchema(view, { paths }, undefined, mapJsonSchema);
  return { openapi: '3.1.2', info, ...schema };
}
