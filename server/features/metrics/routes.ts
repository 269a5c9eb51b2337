/** `GET /metrics` for Prometheus, with the bearer token of `METRICS_TOKEN`. Without that setting there is no such path. */

import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { bearerOf } from '../../http/auth';
import { watchBacklog } from '../../metrics/backlog';
import { watchStalls } from '../../metrics/stalls';

export function metricsRoutes(context: Context) {
  const app = new Elysia({ name: 'metrics' });
  const { config, meters } = context;
  const { registry } = meters;
  if (config.metricsToken === null) return app;
  const isAllowed = bearerOf(config.metricsToken);
  const update = watchBacklog(context);
  watchStalls(registry);
  return app.get(
    api.metrics,
    async ({ request }) => {
      const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
      if (!isAllowed(request)) {
        return new Response('', { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } });
      }
      await update();
      return new Response(await registry.metrics(), {
        headers: { ...headers, 'content-type': registry.contentType },
      });
    },
    { detail: { hide: true } },
  );
}
