/**
 * Pages that one test uses after another. A page of a new profile costs twice the processor time: its process starts, and
 * compiles and draws everything for the first time.
 */
import type { Browser, Disposable } from 'playwright-core';
import { openPage, type Viewport, type Watched, watch } from './browser';

type Lent = Watched & { viewport: Viewport; spoiled: boolean; undo: (() => void | Promise<void>)[] };

const idle: Lent[] = [];

/** A page does not lose what these do: when a test has called one, the page is not used again. */
const lasting = [
  'addLocatorHandler',
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

/** How `openPage` makes it. */
const usualMedia = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** A page of this browser without history, cookies and storage, like that of a new profile. */
export async function lendPage(browser: Browser, viewport: Viewport): Promise<Lent> {
  const { width, height } = viewport;
  const at = idle.findIndex(
    // a test may have closed a browser of its own since
    ({ context, viewport: own }) =>
      context.browser() === browser && own.width === width && own.height === height,
  );
  const [kept] = at < 0 ? [] : idle.splice(at, 1);
  if (!kept) return await openLent(browser, viewport);
  await kept.page.setViewportSize(viewport);
  kept.problems = watch(kept.page);
  return kept;
}

async function openLent(browser: Browser, viewport: Viewport): Promise<Lent> {
  const watched = await openPage(browser, viewport);
  const lent: Lent = { ...watched, viewport, spoiled: false, undo: [] };
  const { page, context } = lent;
  for (const part of [page, context, context.clock])
    for (const name of lasting)
      after(part, name, () => {
        lent.spoiled = true;
      });
  for (const part of [page, context]) {
    for (const name of ['on', 'once'])
      after(part, name, (_, event: never, listener: never) => {
        lent.undo.push(() => void part.off(event, listener));
      });
    after(part, 'addInitScript', (added: Promise<Disposable>) => {
      lent.undo.push(async () => await (await added).dispose());
    });
  }
  const { emulateMedia } = page;
  after(page, 'emulateMedia', () => {
    lent.undo.push(() => emulateMedia.call(page, usualMedia));
  });
  return lent;
}

/** Calls `act` with the result and the arguments of each call of the method. */
function after<Result>(part: object, name: string, act: (result: Result, ...given: never[]) => void): void {
  const method: unknown = Reflect.get(part, name);
  if (typeof method !== 'function') return;
  Reflect.set(part, name, (...given: never[]) => {
    const result: Result = method.apply(part, given);
    act(result, ...given);
    return result;
  });
}

/** Removes what the test has left on the page. `origin` is that of its server. */
export async function takeBack(lent: Lent, origin: string): Promise<void> {
  const { page, context } = lent;
  if (lent.spoiled || page.isClosed()) return await context.close();
  for (const undo of lent.undo.splice(0)) await undo();
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
