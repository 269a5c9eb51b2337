/** The landing page's answer: from the cache while its prices hold, by itself when it belongs to one visitor. */
import { readCatalogue } from '#db/tariffs';
import { sourceOf } from '#domain/callback';
import { birthYears, choiceIn } from '#domain/tariffs/calculator';
import { type Catalogue, fallbackCatalogue } from '#domain/tariffs/catalogue';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { traceOf } from '../../log';
import type { PageCache } from './cache';
import { pageHeaders, renderLanding } from './public';
import { inTurn } from './turn';

/** How long a price may be shown after it changed, in milliseconds. */
const freshFor = 1000;

/** How long a page whose prices are known waits for newer ones, in milliseconds. */
const patience = 300;

/** A catalogue and the mark that a changed price changes; null: built in, the database could not be read. */
type Prices = { catalogue: Catalogue; revision: string | null };

/** Answers `/`; `ready` what needs no thought. */
export function landing(context: Context, assets: Assets, cache: PageCache) {
  const prices = pricesOf(context);
  let last: { prices: Prices; key: string } | null = null;
  const answer = async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const source = sourceOf(query.get('source'));
    const sent = query.get('callback') === 'ok';
    const chosen = choiceIn(query, birthYears(context.today())) ?? undefined;
    const headers = pageHeaders(context);
    // the first visitor does not wait for the tariffs; later ones are answered from the cache, which needs them
    const read = prices.known() ? await prices.read() : prices.read();
    const catalogue = Promise.resolve(read).then((known) => known.catalogue);
    if (source || sent || chosen) {
      const visit = { callback: { source, sent }, chosen };
      const stream = await inTurn(request, () => renderLanding(context, assets, catalogue, visit));
      return new Response(stream, { headers: { ...headers, 'cache-control': 'no-store' } });
    }
    const keyOf = ({ revision }: Prices) =>
      revision && `/ ${revision} ${context.today()} ${assets.page.styles}`;
    const key = read instanceof Promise ? read.then(keyOf) : keyOf(read);
    if (!(read instanceof Promise) && typeof key === 'string') last = { prices: read, key };
    const render = () => inTurn(request, () => renderLanding(context, assets, catalogue));
    return await cache.answer(request, key, headers, render);
  };
  /** The page from the cache while its prices are fresh: the day is that of their reading, a second ago at most. */
  const ready = (request: Request): Response | null =>
    last && last.prices === prices.fresh() ? cache.ready(request, last.key) : null;
  return { answer, ready };
}

/**
 * The prices, read at most once a second and once for all who wait. When the database is away or slow the last ones
 * known hold, and before any are known the built-in ones (spec 8): a page whose beginning has left can no longer fail.
 */
function pricesOf(context: Context) {
  const { log, now } = context;
  let known: { prices: Prices; at: number } | null = null;
  let reading: Promise<Prices> | null = null;
  let answer: Promise<Prices> | null = null;
  const readNow = async (): Promise<Prices> => {
    let prices = known?.prices ?? { catalogue: fallbackCatalogue, revision: null };
    try {
      const catalogue = await readCatalogue(context.db);
      prices = { catalogue, revision: Bun.hash(JSON.stringify(catalogue)).toString(36) };
    } catch (error) {
      log('error', 'tariffs unreadable', traceOf(error));
    }
    known = { prices, at: now() };
    reading = null;
    return prices;
  };
  return {
    known: () => known !== null,
    fresh: () => (known && now() - known.at < freshFor ? known.prices : null),
    read(): Prices | Promise<Prices> {
      if (known && now() - known.at < freshFor) return known.prices;
      if (!reading || !answer) {
        reading = readNow();
        // a database that does not answer must not keep a page back that is ready
        const last = known?.prices;
        answer = last ? Promise.race([reading, Bun.sleep(patience).then(() => last)]) : reading;
      }
      return answer;
    },
  };
}
