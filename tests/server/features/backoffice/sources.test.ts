/** Where applicants come from, as staff see it and look for it. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { callbackRequests } from '#db/schema/desk';
import { offers } from '#db/schema/law';
import type { CallbackRow } from '#domain/callbacks/calls';
import type { OfferPage } from '#domain/offers';
import { api, href } from '#domain/urls';
import { storedSource, visitorWith } from '#tests/server/features/applications/sourced';
import { offered, sendJson } from '#tests/server/features/offers/asked';
import { dataOf, tokenFor } from '#tests/server/features/privacy/person';
import { tokenIn } from '#tests/support/mail-links';
import { johanna } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { prepare } from './preparations/call';
import { setOffice } from './staff';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  for (const table of [offers, applications, callbackRequests]) await app.db.write((tx) => tx.delete(table));
});

const idIn = async (response: Response) => ((await response.json()) as { id: string }).id;
const { email } = johanna['contact-data'];

async function callFrom(source: string, name = 'Johanna Sommer'): Promise<string> {
  const body = { name, phone: '0341 5', email, dataProcessingConsent: true };
  return await idIn(await app.ask('POST', `${api.callbackRequests}?source=${source}`, { body }));
}

async function offerFrom(source: string) {
  expect((await sendJson(app, {}, `?source=${source}`)).status).toBe(202);
}

async function completedFrom(source: string) {
  const visitor = visitorWith(app, source);
  await visitor.fill(johanna);
  expect((await visitor.complete()).status).toBe(200);
  return visitor;
}

describe('an application that is begun from', () => {
  const begunFrom = async (token: string) =>
    await idIn(await app.ask('POST', href(api.beginFromOffer, { token }), { body: {} }));

  test('an offer has the source of the offer', async () => {
    await offerFrom('messe');
    const id = await begunFrom(await tokenIn(app, 'offer', 'angebot'));
    expect(await storedSource(app, id)).toBe('messe');
    await visitorWith(app, 'newsletter', id).save('horse-data', johanna['horse-data']);
    expect(await storedSource(app, id)).toBe('messe');
  });

  test('an offer that staff have sent comes by telephone', async () => {
    const given = { email, tariffType: 'top', selfParticipation: 250, paymentFrequency: 'monthly' };
    const sent = await office.lukas.ask('POST', api.staffOffers, { id: crypto.randomUUID(), ...given });
    expect(sent.body).toMatchObject({ source: 'telefon' });
    const id = await begunFrom(await tokenIn(app, 'offer', 'angebot'));
    expect(await storedSource(app, id)).toBe('telefon');
  });

  test('a callback request has its source, and one from a call without a request comes by telephone', async () => {
    const { applicationId } = await prepare(office.lukas, { callbackId: await callFrom('stall-mueller') });
    expect(await storedSource(app, applicationId)).toBe('stall-mueller');
    const other = await prepare(office.lukas);
    expect(await storedSource(app, other.applicationId)).toBe('telefon');
    await visitorWith(app, 'newsletter', applicationId).save('contact-data', johanna['contact-data']);
    expect(await storedSource(app, applicationId)).toBe('stall-mueller');
  });

  test('another one, by its link or in its browser, has the source of that', async () => {
    const visitor = await completedFrom('messe');
    const token = await tokenIn(app, 'completion', 'status');
    const byLink = await app.ask('POST', href(api.anotherHorseByLink, { token }), { body: {} });
    expect(await storedSource(app, await idIn(byLink))).toBe('messe');
    const inBrowser = await visitor.send('POST', href(api.anotherHorse, visitor), {});
    expect(await storedSource(app, String(inBrowser.body.id))).toBe('messe');
  });
});

describe('staff see it', () => {
  test('in the details, and in the list unless it is the usual one', async () => {
    const visitors = ['messe', null].map((header) => visitorWith(app, header));
    for (const visitor of visitors) await visitor.save('horse-data', johanna['horse-data']);
    const ids = visitors.map(({ id }) => id);
    const details = await Promise.all(ids.map((id) => office.lukas.ask('GET', href(api.details, { id }))));
    expect(details.map(({ body }) => body.source)).toEqual(['messe', 'website']);
    const rows = await office.lukas.list<{ id: string; source?: string }>(api.staffApplications);
    expect(ids.map((id) => rows.find((row) => row.id === id)?.source)).toEqual(['messe', undefined]);
  });

  test('and so does its person, with all that is stored', async () => {
    const visitor = await completedFrom('messe');
    const disclosed = await office.lukas.ask('GET', href(api.disclosure, visitor));
    expect(disclosed.body).toMatchObject({ applications: [{ id: visitor.id, source: 'messe' }] });
    const token = await tokenFor(app, email);
    expect((await dataOf(app, token)).applications).toMatchObject([{ id: visitor.id, source: 'messe' }]);
    const page = await (await app.ask('GET', `/meine-daten/${token}`)).text();
    expect(page).toContain('>Quelle</dt>');
    expect(page).toContain('messe');
  });
});

describe('a list of callback requests', () => {
  const names = async (query: string) =>
    (await office.lukas.list<CallbackRow>(api.staffCallbacks + query)).map(({ name }) => name);

  test('has those of one source', async () => {
    await callFrom('messe', 'Anna');
    await callFrom('', 'Berta');
    await callFrom('M%C3%BCnchen%20%26%20mehr', 'Clara');
    for (const [source, found] of [
      ['messe', 'Anna'],
      ['website', 'Berta'],
      ['M%C3%BCnchen%20%26%20mehr', 'Clara'],
      ['mess', ''],
      ["'or'1'='1", ''],
      ['%20', 'Anna Berta Clara'],
    ])
      expect((await names(`?source=${source}`)).sort().join(' ')).toBe(found ?? '');
  });
});

describe('a list of offers', () => {
  const page = async (query: string) => {
    const { status, body } = await office.lukas.ask('GET', api.staffOffers + query);
    expect(status).toBe(200);
    return body as OfferPage;
  };

  test('has those of one source, also of a search, and names the sources of all', async () => {
    for (const source of ['messe', 'messe', 'newsletter', '']) await offerFrom(source);
    const counts = { messe: 2, newsletter: 1, website: 1 };
    for (const [query, total] of [
      ['', 4],
      ['?source=messe', 2],
      ['?source=website', 1],
      ['?source=mess', 0],
      ['?source=messe&q=top', 2],
      ['?source=messe&q=premium', 0],
      ['?source=messe&pageSize=1&page=2', 2],
    ] as const) {
      const { offers: rows, total: found, sources } = await page(query);
      expect({ query, found, sources }).toEqual({ query, found: total, sources: counts });
      const isOther = ({ source }: { source: string }) => !query.includes(source);
      if (query) expect(rows.filter(isOther)).toEqual([]);
    }
  });

  test('names the most frequent of many sources only', async () => {
    await offered(app);
    const [row] = await rowsOf(app, offers);
    if (!row) throw new Error('There is no offer.');
    const more = Array.from({ length: 120 }, (_, index) => ({
      ...row,
      id: crypto.randomUUID(),
      number: `AN-${index}`,
      source: index < 60 ? `einmalig ${index}` : `oft ${index % 30}`,
    }));
    await app.db.write((tx) => tx.insert(offers).values(more));
    const { sources } = await page('');
    expect(Object.keys(sources)).toHaveLength(50);
    expect(Object.keys(sources).filter((source) => source.startsWith('oft'))).toHaveLength(30);
  });
});
