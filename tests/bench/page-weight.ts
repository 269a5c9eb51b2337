/** The size of a page and its layout shifts, as the browser measures them. */
import type { Page } from 'playwright-core';

export type Weight = { script: number; total: number; foreign: string[] };

/** Starts to count what `page` loads, in bytes of the transferred bodies. */
export function weigh(page: Page, origin: string): () => Promise<Weight> {
  const loaded: Promise<{ script: boolean; bytes: number }>[] = [];
  const foreign = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) foreign.add(url.origin);
  });
  page.on('requestfinished', (request) => {
    const script = request.resourceType() === 'script';
    loaded.push(request.sizes().then(({ responseBodySize: bytes }) => ({ script, bytes })));
  });
  return async () => {
    const all = await Promise.all(loaded);
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
    return { script: sum(all.filter(({ script }) => script)), total: sum(all), foreign: [...foreign] };
  };
}

/** Cumulative layout shift of the page until now. */
export async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceEntryList>();
    // without a shift the observer is not called, so a mark triggers it
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    observer.observe({ type: 'mark', buffered: true });
    performance.mark('trigger');
    const entries = await promise;
    return entries.reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value') ?? 0), 0);
  });
}
