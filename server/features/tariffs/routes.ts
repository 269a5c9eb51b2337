import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { hasCopy } from '../../http/requests';

export function tariffRoutes({ prices }: Pick<Context, 'prices'>) {
  return new Elysia({ name: 'tariffs' }).get(
    api.tariffs,
    async ({ request }) => {
      const { json, revision } = await prices.read();
      const headers = { etag: `"${revision}"`, 'cache-control': 'public, max-age=60' };
      if (hasCopy(request, headers.etag)) return new Response(null, { status: 304, headers });
      return new Response(json, {
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      });
    },
    { detail: { tags: ['Tarife'], summary: 'Tarife mit Beiträgen und Leistungen' } },
  );
}
