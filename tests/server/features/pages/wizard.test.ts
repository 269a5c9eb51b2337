/** The pages of the wizard as they are sent: addresses, headers, titles, and the splash. */
import { expect, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { setApp, startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { setState } from '#tests/support/site-state';

const app = setApp();
const byTelephone = 'Lieber am Telefon? Wir füllen den Antrag mit Ihnen aus, Sie prüfen und bestätigen ihn.';
const fresh = () => href(pages.application, { id: crypto.randomUUID() });

test('the splash comes first in the body', async () => {
  const html = await (await app.ask('GET', fresh())).text();
  const splash = 'Ihre Versicherung wird geladen...';
  const before = html.slice(html.indexOf('<body'), html.indexOf(splash));
  expect(html).toContain(splash);
  // the only text before it is the brand
  expect(before.replace(/<[^>]*>/g, '').trim()).toBe('Sattelfest');
  expect(before).toMatch(/<progress[^>]*value="66"/);
});

test.each([
  [1, 'Schritt 1 von 6: Ihre Versicherung'],
  [2, 'Schritt 2 von 6: Kontaktdaten'],
  [3, 'Schritt 3 von 6: Tarifauswahl'],
  [4, 'Schritt 4 von 6: Versicherungsnehmer'],
  [5, 'Schritt 5 von 6: SEPA-Lastschriftmandat'],
  [6, 'Schritt 6 von 6: Übersicht und Beantragung'],
  ['completed', 'Ihr Antrag wurde bereits eingereicht'],
] as const)('an application at step %p is sent with its title', async (step, title) => {
  const visitor = await filled(app);
  if (step === 'completed') await visitor.complete();
  else await visitor.step(step);
  const headers = { cookie: visitor.cookie() };
  const response = await app.ask('GET', href(pages.application, visitor), { headers });
  expect(await response.text()).toContain(`<title>${title} | Sattelfest</title>`);
});

test.each([
  ['live', true],
  ['paused', false],
] as const)(
  'while the site is %s, pages offer to fill in an application by telephone: %p',
  async (state, offers) => {
    const own = await startApp();
    const draft = await filled(own);
    await setState(own, { state });
    const headers = { cookie: draft.cookie() };
    for (const path of [pages.home, pages.offer, pages.wizard, href(pages.application, draft)]) {
      const html = await (await own.ask('GET', path, { headers })).text();
      expect([path, html.includes(byTelephone)]).toEqual([path, offers]);
    }
  },
);
