/**
 * Pages that one test uses after another. A page of a new profile costs twice the processor time: its process starts, and
 * compiles and draws everything for the first time.
 */
import type { Browser } from 'playwright-core';
import { openPage, type Viewport, type Watched, watch } from './browser';

type Lent = Watched & { viewport: Viewport; spoiled: boolean; forget: (() => void)[] };

const idle: Lent[] = [];

/** A page does not lose what these do: when a test has called one, the page is not used again. */
const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'install',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];

/** A page without history, cookies and storage, like that of a new browser profile. */
export async function lendPage(browser: Browser, viewport: Viewport): Promise<Lent> {
  const { width, height } = viewport;
  const at = idle.findIndex((one) => one.viewport.width === width && one.viewport.height === height);
  const [kept] = at < 0 ? [] : idle.splice(at, 1);
  if (!kept) return await openLent(browser, viewport);
  await kept.page.setViewportSize(viewport);
  kept.problems = watch(kept.page);
  return kept;
}

async function openLent(browser: Browser, viewport: Viewport): Promise<Lent> {
  const watched = await openPage(browser, viewport);
  const lent: Lent = { ...watched, viewport, spoiled: false, forget: [] };
  const { page, context } = lent;
  for (const part of [page, context, context.clock])
    for (const name of lasting)
      before(part, name, () => {
        lent.spoiled = true;
      });
  for (const part of [page, context])
    for (const name of ['on', 'once'])
      before(part, name, (event: never, listener: never) => {
        lent.forget.push(() => part.off(event, listener));
      });
  return lent;
}

/** Calls `act` before each call of the method. */
function before(part: object, name: string, act: (...given: never[]) => void): void {
  const method: unknown = Reflect.get(part, name);
  if (typeof method !== 'function') return;
  Reflect.set(part, name, (...given: never[]) => {
    act(...given);
    return method.apply(part, given);
  });
}

/** Removes what the test has left on the page. `origin` is that of its server. */
export async function takeBack(lent: Lent, origin: string): Promise<void> {
  const { page, context } = lent;
  if (lent.spoiled || page.isClosed()) return await context.close();
  for (const forget of lent.forget.splice(0)) forget();
  for (const part of [page, context]) await part.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  // first of all: a page that is left may store something. It keeps its process for the next page of the same site.
  const left = await page.goto(`${origin}/robots.txt`).then(
    () => true,
    // the server is gone, or the page was just opening another one
    () => false,
  );
  if (!left) return await context.close();
  const debug = await context.newCDPSession(page);
  await Promise.all([
    page.mouse.move(0, 0),
    context.clearCookies(),
    debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' }),
    page.evaluate(() => sessionStorage.clear()),
    debug.send('Page.resetNavigationHistory'),
  ]);
  await debug.detach();
  lent.spoiled = false;
  idle.push(lent);
}
