/** The frame of the analytics script (decision 029). */
import { Elysia } from 'elysia';
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from '#domain/urls';
import { AnalyticsFrame, bridgeScript } from '#web/consent/AnalyticsFrame.tsx';
import type { Context } from '../context';
import { framePolicy } from '../http/headers';
import type { PageCache } from './cache';
import { hashOf } from './shared-page';

/** Without a configured script there is no such page. */
export function analyticsFrame({ config }: Context, cache: PageCache) {
  const app = new Elysia({ name: 'analytics-frame', detail: { hide: true } });
  const script = config.analyticsScriptUrl;
  if (script === null) return app;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': framePolicy(hashOf(bridgeScript), new URL(script).origin),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'public, max-age=60',
  };
  const html = `<!doctype html>${renderToStaticMarkup(<AnalyticsFrame script={script} />)}`;
  const shared = { route: pages.analyticsFrame, version: script, make: async () => ({ html, headers }) };
  return app.get(pages.analyticsFrame, ({ request }) => cache.respondShared(request, shared));
}
