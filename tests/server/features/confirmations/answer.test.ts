/** What the link to confirm shows, and what an answer changes: as JSON, and by a form without JavaScript. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { personKeyOf } from '#db/evidence';
import { applications } from '#db/schema/applications';
import { invalidLinkTitle } from '#domain/access-links';
import { confirmationButtons, confirmationNotices } from '#domain/cases/confirmation';
import { documentKinds } from '#domain/document-kinds';
import { consents } from '#domain/law/wordings';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { setDesk } from '#tests/server/features/backoffice/cases/desk';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { johanna, kim, sentence } from '#tests/support/people';
import { askedAt } from './asked';

const { confirm, refuse } = confirmationButtons;
const main = async (response: Response) => (await response.text()).split('<main')[1] ?? '';
const desk = setDesk();

beforeEach(() => {
  desk.app.clock.now = testNow;
});

describe('the link', () => {
  test('shows who applied for what, with a masked IBAN and the declared words, and changes nothing', async () => {
    const { app, id, token, read, page, stored, events } = await askedAt(desk);
    const before = await stored(id);
    const { status, headers, body } = await read(token);
    expect(status).toBe(200);
    expectSecretive({ headers });
    const holder = "Anne-Sophie van 't Hoff";
    const chosen = { tariff: 'basis', selfParticipation: 1000, paymentFrequency: 'semiannual' };
    expect(body).toMatchObject({
      ...{ applicationId: id, contactName: 'Kim Lang', policyholderName: holder, accountHolder: holder },
      ...{ ...chosen, horseName: "L'Éclair d'Or", monthlyPremium: expect.any(Number) },
      ...{ insuranceStartDate: '2027-01-01', iban: 'BE68…7034', confirmed: null, at: null },
    });
    const declared = { label: 'Bestätigung beim Absenden', text: consents.submission };
    expect(body.declarations).toContainEqual(declared);
    const documents = body.documents as { kind: string; url: string }[];
    expect(documents.map(({ kind }) => kind)).toEqual([...documentKinds]);
    for (const { url } of documents) expect((await app.ask('GET', url)).status).toBe(200);
    const response = await page(token);
    expect(response.status).toBe(200);
    expectSecretive(response);
    const html = await main(response);
    const facts = ['Kim Lang', 'BE68…7034', '01.01.2027', 'Beitrag je Zahlung', documents[0]?.url ?? '-'];
    for (const words of [...facts, confirm, refuse]) expect(html).toContain(words);
    expect(html).not.toContain('539007547034');
    expect([await stored(id), await events(id)]).toEqual([before, []]);
  });

  test('of another kind, an expired one and one of what is to be erased or gone open nothing', async () => {
    const { app, id, token, lukas, read, answer, page } = await askedAt(desk);
    const status = await tokenIn(app, 'completion', 'status');
    const expectNothing = async (one: string) => {
      const call = await read(one);
      expect([call.status, call.body]).toEqual([404, { message: invalidLinkTitle }]);
      expect((await answer(one, { confirmed: true })).status).toBe(404);
      expect((await page(one)).status).toBe(404);
    };
    await expectNothing(status);
    expect((await app.ask('GET', href(pages.status, { token }))).status).toBe(404);
    app.clock.now += 30 * dayMs;
    await expectNothing(token);
    app.clock.now -= dayMs;
    expect((await read(token)).status).toBe(200);
    await app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: app.clock.now }).where(eq(applications.id, id)),
    );
    await expectNothing(token);
    await lukas.ask('DELETE', href(api.staffApplication, { id }));
    await expectNothing(token);
  });

  test('stays when the contact or staff end their links, also before its mail left', async () => {
    const { app, id, token, open, lukas, read } = await askedAt(desk);
    const status = await tokenIn(app, 'completion', 'status');
    app.clock.now += 1;
    await app.ask('POST', href(api.revokeStatus, { token: status }), { body: {} });
    expect((await app.ask('GET', href(api.status, { token: status }))).status).toBe(404);
    expect((await read(token)).status).toBe(200);
    await lukas.ask('POST', href(api.endLinks, { id }), {});
    expect((await read(token)).status).toBe(200);
    const other = await open(kim);
    app.clock.now += 1;
    await lukas.ask('POST', href(api.endLinks, { id: other }), {});
    const late = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect([late === token, (await read(late)).status]).toEqual([false, 200]);
  });
});

describe('an answer', () => {
  test.each([
    [true, 'confirmed', 'policyholder_confirmed', 'Bestätigt'],
    [false, 'refused', 'policyholder_refused', 'Nicht beantragt'],
  ] as const)('of %p is stored once, with proof and history', async (confirmed, confirmation, kind, text) => {
    const { app, id, token, read, answer, stored, proofs, events } = await askedAt(desk);
    app.clock.now += 3_600_000;
    const at = new Date(app.clock.now).toISOString();
    for (const _ of ['once', 'and again']) {
      const given = await answer(token, { confirmed });
      expect([given.status, given.body]).toEqual([200, { confirmed, at }]);
      expectSecretive(given);
      app.clock.now += 3_600_000;
    }
    const other = await answer(token, { confirmed: !confirmed });
    expect([other.status, other.body]).toEqual([409, { message: confirmationNotices.answered }]);
    expect((await read(token)).body).toMatchObject({ confirmed, at });
    expect(await stored(id)).toMatchObject({ confirmation, confirmedAt: Date.parse(at) });
    const { db, cipher } = app.context;
    const personKey = await personKeyOf(db.read, cipher, kim['policyholder-info'].email);
    expect(await proofs(id)).toMatchObject([{ kind, way: 'page', at: Date.parse(at), personKey }]);
    expect(await events(id)).toMatchObject([{ kind: 'confirmation', text, actor: null, new: confirmation }]);
  });

  test('of both at once is one of them', async () => {
    const { id, token, answer, proofs } = await askedAt(desk);
    const all = await Promise.all([true, false, true].map((confirmed) => answer(token, { confirmed })));
    expect(all.filter(({ status }) => status === 200).length).toBeWithin(1, 3);
    expect(all.map(({ status }) => status)).toContain(409);
    expect(await proofs(id)).toHaveLength(1);
  });

  test('that confirms leaves the follow-up and the version; one that refuses makes the case due today', async () => {
    const [yes, no, due] = [await askedAt(desk), await askedAt(desk), await askedAt(desk)];
    const followUpOn = (await yes.stored(yes.id))?.followUpOn ?? '';
    await yes.answer(yes.token, { confirmed: true });
    await no.answer(no.token, { confirmed: false });
    expect(await yes.stored(yes.id)).toMatchObject({ version: 1, followUpOn, replyUnread: false });
    expect(await yes.events(yes.id)).toMatchObject([{ also: null }]);
    expect(await no.stored(no.id)).toMatchObject({ version: 2, followUpOn: '2026-11-20' });
    const moved = { kind: 'follow_up', old: followUpOn, new: '2026-11-20' };
    expect(await no.events(no.id)).toMatchObject([{ also: [moved] }]);
    const { body } = await no.lukas.ask('GET', `${api.cases}?view=due`);
    const found = body.cases as { applicationId: string; confirmation: string }[];
    const ours = found.filter(({ applicationId }) => [yes.id, no.id].includes(applicationId));
    expect(ours).toMatchObject([{ applicationId: no.id, confirmation: 'refused' }]);
    // it is due on that day already
    desk.app.clock.now = Date.parse(`${followUpOn}T09:00:00Z`);
    await due.answer(due.token, { confirmed: false });
    expect(await due.stored(due.id)).toMatchObject({ version: 2, followUpOn });
    expect(await due.events(due.id)).toMatchObject([{ new: 'refused', also: null }]);
  });

  test('that refuses a done case is news, without a follow-up', async () => {
    const { app, open, answer, stored } = await askedAt(desk, johanna);
    const id = await open(kim, 'issued');
    const token = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect((await answer(token, { confirmed: false })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ confirmation: 'refused', followUpOn: null, replyUnread: true });
  });

  test('that is no truth value is 422 and stores nothing', async () => {
    const { id, token, answer, stored } = await askedAt(desk);
    for (const sent of [{}, { confirmed: 'true' }, { confirmed: null }, { confirmed: 1 }, []]) {
      const { status, body } = await answer(token, sent);
      expect([status, body.errors]).toEqual([422, [{ path: 'confirmed', message: sentence }]]);
    }
    expect(await stored(id)).toMatchObject({ confirmation: 'open' });
  });
});

describe('the buttons', () => {
  test.each([
    ['true', 'Sie haben den Antrag bestätigt (20.11.2026, 10:00).'],
    ['false', 'Sie haben das nicht beantragt (20.11.2026, 10:00).'],
  ])('need no script, and lead back to a page that says what was said (%s)', async (confirmed, words) => {
    const { token, page, press } = await askedAt(desk);
    const [html = ''] = (await main(await page(token))).match(/<form.*<\/form>/s) ?? [];
    expect(html).toMatch(new RegExp(`<form [^>]*action="/api/confirmations/${token}"`));
    expect(html).toMatch(new RegExp(`<button[^>]*value="${confirmed}" name="confirmed"`));
    for (let count = 0; count < 2; count += 1) {
      const response = await press(token, { confirmed });
      expect([response.status, response.headers.get('location')]).toEqual([303, `/bestaetigen/${token}`]);
      expectSecretive(response);
    }
    const text = await (await page(token)).text();
    expect(text).toContain('<title>Antwort angekommen: Antrag bestätigen | Sattelfest</title>');
    expect(text).toContain(words);
    expect(text).not.toContain('name="confirmed"');
  });

  test('the other way, and without an answer, are refused on the page', async () => {
    const { token, press } = await askedAt(desk);
    for (const confirmed of ['', 'on']) {
      const refused = await press(token, { confirmed });
      expect([refused.status, (await main(refused)).includes(refuse)]).toEqual([422, true]);
    }
    await press(token, { confirmed: 'false' });
    const other = await press(token, { confirmed: 'true' });
    expect([other.status, (await main(other)).includes(confirmationNotices.answered)]).toEqual([409, true]);
  });
});
