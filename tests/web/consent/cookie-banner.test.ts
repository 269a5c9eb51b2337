/** The cookie question of the public pages with their script: what a choice stores, starts and ends. */
import { describe, expect, test } from 'bun:test';
import { consentKeys } from '#domain/analytics/tracking';
import { pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { expectFocus, setDocument } from '#tests/support/dom';
import { agreed, visit } from '#tests/web/site/visit';

const stage = setDocument();
const app = setApp({ env: { ANALYTICS_SCRIPT_URL: 'https://stats.example/count.js' } });

const accept = 'Alle akzeptieren';
const reject = 'Alle ablehnen';
const rejected = { [consentKeys.rejected]: 'true' };
const choices = [
  ['undecided', {}],
  ['accepted', agreed],
  ['rejected', rejected],
] as const;
const publicPages = [pages.home, pages.privacy, pages.imprint, '/gibt-es-nicht'];

const stored = () => ({ ...localStorage });
const frames = () => document.querySelectorAll('iframe').length;
const events = () => window.dataLayer?.map(({ event }): string => event) ?? null;
const views = ['page_view', 'virtual_page_view'];
const banner = () => document.querySelector('#cookie-banner');
const isOpen = () => banner()?.hasAttribute('hidden') === false;

async function open(path: string = pages.imprint, kept: Record<string, string> = {}) {
  const page = await visit(stage, app, path, { stored: kept });
  return { ...page, toggle: () => page.screen.getByLabelText<HTMLInputElement>('Analytics-Cookies') };
}

test.each(publicPages)('on %s nothing is stored, counted or opened before a choice', async (path) => {
  await open(path);
  expect(isOpen()).toBe(true);
  expect<unknown>([stored(), { ...sessionStorage }, document.cookie, events(), frames()]).toEqual([
    {},
    {},
    '',
    null,
    0,
  ]);
});

test.each(
  choices.flatMap(([name, before]) => [accept, reject].map((button) => [name, button, before] as const)),
)('who is %s and clicks "%s" has stored that, and is asked no more', async (_, button, before) => {
  const { press } = await open(pages.home, before);
  expect(isOpen()).toBe(Object.keys(before).length === 0);
  if (!isOpen()) await press('Cookie-Einstellungen');
  await press(button);
  const isYes = button === accept;
  expect<unknown>([stored(), isOpen()]).toEqual([isYes ? agreed : rejected, false]);
  expect<unknown>([events(), frames()]).toEqual(isYes ? [views, 1] : [null, 0]);
});

test.each(choices)('the settings of who is %s show the choice and save a new one', async (name, before) => {
  const { press, toggle, click, screen } = await open(pages.home, before);
  const was = name === 'accepted';
  if (!isOpen()) await press('Cookie-Einstellungen');
  await press('Einstellungen');
  expect(screen.getByLabelText('Notwendige Cookies')).toMatchObject({ checked: true, disabled: true });
  expect(toggle().checked).toBe(was);
  // stores nothing, and forgets what was ticked
  await click(toggle());
  await press('Zurück');
  expect<unknown>(stored()).toEqual(before);
  await press('Einstellungen');
  expect(toggle().checked).toBe(was);
  await click(toggle());
  await press('Speichern');
  expect<unknown>([stored(), isOpen()]).toEqual([was ? rejected : agreed, false]);
});

describe('a visitor who has agreed', () => {
  test.each(publicPages)('is counted once on %s, and has the frame', async (path) => {
    const { press } = await open(path, agreed);
    expect(isOpen()).toBe(false);
    const counted = [
      { event: 'page_view', page_path: path, page_title: document.title },
      { event: 'virtual_page_view', page_path: path },
    ];
    expect(window.dataLayer).toEqual(counted as typeof window.dataLayer);
    await press('Cookie-Einstellungen');
    await press(accept);
    expect([window.dataLayer?.length, frames()]).toEqual([2, 1]);
  });

  test('and revokes that, has nothing left of analytics, nor its cookies', async () => {
    const { press, toggle, click } = await open(pages.home, agreed);
    // biome-ignore lint/suspicious/noDocumentCookie: as a script did when it was a part of the page
    for (const name of ['_ga', '_ga_X1', '_gat', '_gid', 'andere']) document.cookie = `${name}=1; path=/`;
    await press('Cookie-Einstellungen');
    await press('Einstellungen');
    await click(toggle());
    await press('Speichern');
    expect<unknown>([stored(), events(), frames()]).toEqual([rejected, null, 0]);
    // this document drops what has ended a millisecond later
    await stage.library.waitFor(() => expect(document.cookie).toBe('andere=1'));
    await press('Cookie-Einstellungen');
    await press(accept);
    await press('Cookie-Einstellungen');
    await press(accept);
    expect([events(), frames()]).toEqual([views, 1]);
  });

  test.each([
    ['another tab withdraws the consent', () => new StorageEvent('storage')],
    ['the browser shows the page again from its memory', () => new Event('pageshow')],
  ])('loses frame and events when %s', async (_, event) => {
    await open(pages.imprint, agreed);
    dispatchEvent(event());
    expect([events(), frames()]).toEqual([views, 1]);
    localStorage.clear();
    dispatchEvent(event());
    expect([events(), frames()]).toEqual([null, 0]);
  });
});

test.each(publicPages)('the footer of %s opens the question, and gets the focus back', async (path) => {
  const { press, screen } = await open(path);
  await press(reject);
  const opener = screen.getByRole('button', { name: 'Cookie-Einstellungen' });
  await press('Cookie-Einstellungen');
  expectFocus(screen.getByRole('button', { name: reject }));
  await press('Einstellungen');
  expectFocus(screen.getByLabelText('Analytics-Cookies'));
  await press('Zurück');
  expectFocus(screen.getByRole('button', { name: reject }));
  expect(banner()?.querySelector('a')?.getAttribute('href')).toBe(pages.privacy);
  await press(reject);
  expectFocus(opener);
});
