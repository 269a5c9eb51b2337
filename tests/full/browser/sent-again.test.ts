/** Two clicks while the network is slow, and a lost answer: what is sent again names the same sending. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Request, Route } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;

/** Holds every POST back, so that nothing happens between two clicks. `sent` resolves with the body of the next one. */
async function holdPosts(page: Page) {
  const waiting: ((request: Request) => void)[] = [];
  await page.route('**', async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    waiting.shift()?.(route.request());
  });
  return () => {
    const { promise, resolve } = Promise.withResolvers<Request>();
    waiting.push(resolve);
    return promise.then((request) => Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
  };
}

const plainForms: [string, string, (page: Page) => Promise<void>][] = [
  [
    'Meine Daten',
    'Link anfordern',
    async (page) => {
      await page.goto(`${stage.server.url}${pages.ownData}`);
      await page.getByLabel('E-Mail').fill('erika@post.example');
    },
  ],
  ['the wizard', 'Später fortsetzen', async (page) => void (await openAt(page, stage.server.url, 3))],
];

test.each(plainForms)('%s sends the same id with both clicks on "%s"', async (_, name, open) => {
  await onPage(stage, desktop, async ({ page }) => {
    await open(page);
    const next = await holdPosts(page);
    const bodies = [];
    const button = page.getByRole('button', { name });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    for (let click = 0; click < 2; click += 1) {
      const sent = next();
      // by the mouse: the button would wait for the end of the first navigation
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
      bodies.push(await sent);
    }
    expect(bodies[0]?.id).toMatch(uuid);
    expect(bodies[1]).toEqual(bodies[0]);
  });
});
