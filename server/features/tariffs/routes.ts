/** `GET /api/tariffs`: the catalogue, cacheable for a minute and revalidated by its ETag. */
import { createHash } from 'node:crypto';
import { Elysia } from 'elysia';
import { readCatalogue } from '#db/tariffs';
import { apiRoutes } from '#domain/urls';
import type { Context } from '../../context';

export function tariffRoutes({ db }: Context) {
  return new Elysia({ name: 'tariffs' }).get(
    apiRoutes.tariffs,
    async ({ request }) => {
      const body = JSON.stringify(await readCatalogue(db));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const headers = { etag, 'cache-control': 'public, max-age=60' };
      const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
      if (known.includes(etag) || known.includes(`W/${etag}`))
        return new Response(null, { status: 304, headers });
      return new Response(body, {
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      });
    },
    { detail: { tags: ['Tarife'], summary: 'Tarife mit Beiträgen und Leistungen' } },
  );
}
