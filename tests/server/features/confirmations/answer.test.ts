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
    expect(body).toMatchObject({
      applicationId: id,
      contactName: 'Kim Lang',
      policyholderName: "Anne-Sophie van 't Hoff",
      horseName: "L'Éclair d'Or",
      tariff: 'basis',
      selfParticipation: 1000,
      paymentFrequency: 'semiannual',
      monthlyPremium: expect.any(Number),
      insuranceStartDate: '2027-01-01',
      iban: 'BE68…7034',
      accountHolder: "Anne-Sophie van 't Hoff",
      confirmed: null,
      at: null,
    });
    expect(body.declarations).toContainEqual({
      label: 'Bestätigung beim Absenden',
      text: consents.submission,
    });
    const documents = body.documents as { kind: string; url: string }[];
    expect(documents.map(({ kind }) => kind)).toEqual([...documentKinds]);
    for (const { url } of documents) expect((await app.ask('GET', url)).status).toBe(200);
    const response = await page(token);
    expect(response.status).toBe(200);
    expectSecretive(response);
    const html = await main(response);
    for (const words of [
      'Kim Lang',
      'BE68…7034',
      '01.01.2027',
      'Beitrag je Zahlung',
      confirm,
      refuse,
      documents[0]?.url ?? '-',
    ])
      expect(html).toContain(words);
    expect(html).not.toContain('539007547034');
    expect(await stored(id)).toEqual(before);
    expect(await events(id)).toEqual([]);
  });

  test('of another kind, a mistyped and an expired one are the same 404', async () => {
    const { app, token, read, answer, page } = await askedAt(desk);
    const status = await tokenIn(app, 'completion', 'status');
    const expectNothing = async (one: string) => {
      const call = await read(one);
      expect([call.status, call.body]).toEqual([404, { message: invalidLinkTitle }]);
      expect((await answer(one, { confirmed: true })).status).toBe(404);
      const shown = await page(one);
      expect([shown.status, (await main(shown)).includes(invalidLinkTitle)]).toEqual([404, true]);
    };
    for (const one of [status, 'x'.repeat(43), 'x']) await expectNothing(one);
    expect((await app.ask('GET', href(pages.status, { token }))).status).toBe(404);
    app.clock.now += 30 * dayMs;
    await expectNothing(token);
  });

  test('stays when the contact or staff end their links, and comes back with none', async () => {
    const { app, id, token, lukas, read } = await askedAt(desk);
    const status = await tokenIn(app, 'completion', 'status');
    app.clock.now += 1;
    await app.ask('POST', href(api.revokeStatus, { token: status }), { body: {} });
    expect((await app.ask('GET', href(api.status, { token: status }))).status).toBe(404);
    expect((await read(token)).status).toBe(200);
    await lukas.ask('POST', href(api.endLinks, { id }), {});
    expect((await read(token)).status).toBe(200);
  });

  test('is made although the contact ended their links before the mail left', async () => {
    const { app, open, lukas, read } = await askedAt(desk, johanna);
    const id = await open(kim);
    app.clock.now += 1;
    await lukas.ask('POST', href(api.endLinks, { id }), {});
    const token = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect((await read(token)).status).toBe(200);
  });

  test('opens nothing of an application that is to be erased or is gone', async () => {
    const { app, id, token, lukas, read, answer, page } = await askedAt(desk);
    await app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: app.clock.now }).where(eq(applications.id, id)),
    );
    const nothing = async () => [
      (await read(token)).status,
      (await answer(token, { confirmed: true })).status,
      (await page(token)).status,
    ];
    expect(await nothing()).toEqual([404, 404, 404]);
    await lukas.ask('DELETE', href(api.staffApplication, { id }));
    expect(await nothing()).toEqual([404, 404, 404]);
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
    const given = await answer(token, { confirmed });
    expect([given.status, given.body]).toEqual([200, { confirmed, at }]);
    expectSecretive(given);
    app.clock.now += 3_600_000;
    const again = await answer(token, { confirmed });
    expect([again.status, again.body]).toEqual([200, { confirmed, at }]);
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
    const [yes, no] = [await askedAt(desk), await askedAt(desk)];
    const before = await yes.stored(yes.id);
    await yes.answer(yes.token, { confirmed: true });
    await no.answer(no.token, { confirmed: false });
    const left = { version: 1, followUpOn: before?.followUpOn, replyUnread: false };
    expect(await yes.stored(yes.id)).toMatchObject(left);
    expect(await yes.events(yes.id)).toMatchObject([{ also: null }]);
    expect(await no.stored(no.id)).toMatchObject({ version: 2, followUpOn: '2026-11-20' });
    const moved = { kind: 'follow_up', old: before?.followUpOn, new: '2026-11-20' };
    expect(await no.events(no.id)).toMatchObject([{ also: [moved] }]);
    const { body } = await no.lukas.ask('GET', `${api.cases}?view=due`);
    const due = body.cases as { applicationId: string; confirmation: string }[];
    const ours = due.filter(({ applicationId }) => [yes.id, no.id].includes(applicationId));
    expect(ours).toMatchObject([{ applicationId: no.id, confirmation: 'refused' }]);
  });

  test('that refuses a case that is due today moves no follow-up', async () => {
    const { app, id, token, answer, stored, events } = await askedAt(desk);
    const day = (await stored(id))?.followUpOn;
    app.clock.now = Date.parse(`${day}T09:00:00Z`);
    await answer(token, { confirmed: false });
    expect(await stored(id)).toMatchObject({ version: 2, followUpOn: day });
    expect(await events(id)).toMatchObject([{ new: 'refused', also: null }]);
  });

  test('that refuses a done case is news, without a follow-up', async () => {
    const { app, open, answer, stored } = await askedAt(desk, johanna);
    const id = await open(kim, 'issued');
    const token = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect((await answer(token, { confirmed: false })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ confirmation: 'refused', followUpOn: null, replyUnread: true });
  });

  test.each([[{}], [{ confirmed: 'true' }], [{ confirmed: null }], [{ confirmed: 1 }], [[]]])(
    '%j is 422 and stores nothing',
    async (body) => {
      const { id, token, answer, stored } = await askedAt(desk);
      const { status, body: refused } = await answer(token, body);
      expect([status, refused.errors]).toEqual([422, [{ path: 'confirmed', message: sentence }]]);
      expect(await stored(id)).toMatchObject({ confirmation: 'open' });
    },
  );
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
    const answered = await page(token);
    const text = await answered.text();
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
