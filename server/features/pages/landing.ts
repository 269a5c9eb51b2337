/** The landing page's answer: from the cache while its prices hold, by itself when it belongs to one visitor. */
import { readCatalogue } from '../../../db/tariffs';
import { sourceOf } from '../../../domain/callback';
import type { Catalogue } from '../../../domain/tariffs';
import type { Assets } from '../../assets';
import { type Context, todayOf } from '../../context';
import type { PageCache } from './cache';
import { pageHeaders, renderLanding } from './public';

/** How long a price may be shown after it changed, in milliseconds. */
const freshFor = 1000;

/** Answers `/`. */
export function landing(context: Context, assets: Assets, cache: PageCache) {
  const current = currentCatalogue(context);
  return async (request: Request): Promise<Response> => {
    const { catalogue, revision } = await current();
    const query = new URL(request.url).searchParams;
    const source = sourceOf(query.get('source'));
    const sent = query.get('callback') === 'ok';
    const headers = pageHeaders(context);
    if (source || sent) {
      const stream = await renderLanding(context, assets, catalogue, { source, sent });
      return new Response(stream, { headers: { ...headers, 'cache-control': 'no-store' } });
    }
    const key = `/ ${revision} ${todayOf(context)} ${assets.page.styles}`;
    return await cache.answer(request, key, headers, () => renderLanding(context, assets, catalogue));
  };
}

/** The catalogue, read at most once a second; when the database is away the last one known holds. */
function currentCatalogue({ db, now }: Context) {
  let known: { catalogue: Catalogue; revision: string; at: number } | null = null;
  return async () => {
    if (known && now() - known.at < freshFor) return known;
    try {
      const catalogue = await readCatalogue(db);
      known = { catalogue, revision: Bun.hash(JSON.stringify(catalogue)).toString(36), at: now() };
    } catch (error) {
      if (!known) throw error;
    }
    return known;
  };
}
