import { openapi, toOpenAPISchema } from '@elysiajs/openapi';
import { type AnyElysia, Elysia } from 'elysia';
import { api } from '#domain/urls';
import { pathOf } from './requests';

const mapJsonSchema = { typebox: (schema: { json: unknown }) => schema.json };
const jsonPath = `${api.docs}/json`;
// the page loads its script from a public host
const policy =
  "default-src 'self' https: data:; script-src 'self' https: 'unsafe-inline'; style-src 'self' https: 'unsafe-inline'";

/** `/api/docs` for people, `/api/docs/json` for tools. `app` is called on each request, when all routes are known. */
export function apiDocs(app: () => AnyElysia, brandName: string) {
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
