/** A browser may open the address to which it sent a plain form, as with a restored tab: it gets the form. */
import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { api, href, pages, wizardApi } from '#domain/urls';
import { setApp } from '#tests/support/app';

const app = setApp();
const params = { id: crypto.randomUUID(), token: 'a'.repeat(43) };

/** The address of each form that is sent without a script, and the page of the form. */
const forms: Record<string, string> = {
  [api.callbackRequests]: pages.callback,
  [api.withdrawals]: pages.withdrawal,
  [api.privacyRequests]: pages.ownData,
  [api.exportOwnData]: pages.ownDataOf,
  [api.eraseOwnData]: pages.ownDataOf,
  [api.accessLink]: pages.application,
  [api.anotherHorse]: pages.application,
  [api.anotherHorseByLink]: pages.status,
  [api.answerStatus]: pages.status,
  [api.revokeStatus]: pages.status,
  [api.confirmation]: pages.confirmation,
  [api.offers]: pages.offer,
  [api.beginFromOffer]: pages.offerOf,
  [api.deleteOffer]: pages.offerOf,
};

test('every address of a form in the pages is named here', async () => {
  const known: Record<string, unknown> = { ...api, ...wizardApi };
  const named = new Set<string>();
  for await (const path of new Glob('web/{site,wizard,islands}/**/*.tsx').scan('.')) {
    for (const [, name = ''] of (await Bun.file(path).text()).matchAll(/action=\{[^}]*?[aA]pi\.(\w+)/g)) {
      named.add(String(known[name]));
    }
  }
  expect([...named].sort()).toEqual(Object.keys(forms).sort());
});

test.each(Object.entries(forms))('%s leads to %s', async (path, page) => {
  const ask = (accept: string) => app.ask('GET', href(path, params), { headers: { accept } });
  const { status, headers } = await ask('text/html,application/xhtml+xml');
  expect([status, headers.get('location')]).toEqual([303, href(page, params)]);
  expect((await ask('application/json')).status).toBe(404);
});
