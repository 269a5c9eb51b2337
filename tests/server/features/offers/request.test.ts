/** Asking for an offer by mail: how long it is valid, and how many somebody may ask for. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { offers } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { offerNews } from '#domain/offers';
import { pages } from '#domain/urls';
import { evenStepMs } from '#server/http/forms/submission';
import { typedCaching } from '#server/http/headers';
import { networkHash } from '#server/keyed-hash';
import { setApp, startApp, testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { asked, postAsked, sendJson, storedOffers } from './asked';

const app = setApp();

beforeEach(async () => {
  app.woken.count = 0;
  for (const table of [outbox, offers, sentForms]) await app.db.write((tx) => tx.delete(table));
});

describe('an offer that is asked for', () => {
  test('is stored with its price and mailed, and the answer says nothing of it', async () => {
    const { status, body } = await answerOf(await sendJson(app, {}, '?source=messe'));
    expect([status, body]).toEqual([202, { message: offerNews.sent.sentence }]);
    const [offer, ...others] = await storedOffers(app);
    expect(others).toEqual([]);
    const nothing = { horseBirthYear: null, insuranceStartDate: null, username: null, applicationId: null };
    expect(offer).toMatchObject({
      ...{ ...asked, ...nothing, reminderConsent: false, source: 'messe' },
      ...{ monthlyCents: 4458, surchargePercent: 0, tariffVersion: 1, createdAt: testNow },
      documents: await app.context.documents.currentSet(),
      // the end of 20 December in Berlin
      expiresAt: Date.parse('2026-12-20T22:59:59.999Z'),
    });
    expect(offer?.number).toMatch(/^AN-20261120-[2-9A-HJ-NP-Z]{10}$/);
    const network = networkHash(app.config)('unknown');
    expect(await mailsOf(app)).toMatchObject([
      { emailType: 'offer', offerId: offer?.id, recipientEmail: asked.email, recipientName: '', network },
    ]);
    expect(app.woken.count).toBe(1);
  });

  test.each([
    ['as old as may be on 1 January', 2014, 'monthly', 5350, 20],
    ['old, by the year', 2000, 'annual', 5136, 20],
  ])('for a horse that is %s costs', async (_, horseBirthYear, paymentFrequency, monthlyCents, percent) => {
    await sendJson(app, { horseBirthYear, paymentFrequency });
    const priced = { horseBirthYear, monthlyCents, surchargePercent: percent };
    expect(await storedOffers(app)).toMatchObject([priced]);
  });

  test('with consent to a reminder proves it, and without it there is none', async () => {
    const app = await startApp();
    await sendJson(app, { email: 'other@mail.example' });
    expect(await proofsOf(app)).toEqual([]);
    app.clock.now += 1;
    await sendJson(app, { reminderConsent: true });
    expect((await storedOffers(app)).map(({ reminderConsent }) => reminderConsent)).toEqual([false, true]);
    const wordingSha256 = app.context.wordings.hashes.offerReminder;
    const proof = { kind: 'reminder_consent', way: 'page', at: testNow + 1, wordingSha256 };
    expect(await proofsOf(app)).toMatchObject([{ ...proof, personKey: expect.any(String) }]);
  });

  test.each([
    ['email', 'a@b.de, c@d.de', 'Bitte geben Sie eine gültige E-Mail-Adresse ein'],
    ['tariffType', 'gold', 'Bitte wählen Sie einen Tarif'],
    ['selfParticipation', 100, 'Bitte wählen Sie eine Selbstbeteiligung'],
    ['paymentFrequency', 'weekly', 'Bitte wählen Sie eine Zahlweise'],
    ['horseBirthYear', 1965, 'Bitte prüfen Sie das Geburtsjahr'],
    ['horseBirthYear', 2027, 'Bitte prüfen Sie das Geburtsjahr'],
    ['insuranceStartDate', 'x', 'Bitte wählen Sie ein Datum'],
    ['insuranceStartDate', '2026-11-19', sentence],
    ['insuranceStartDate', '2027-11-21', sentence],
    ['reminderConsent', 'yes', sentence],
  ])('with %s: %p is refused with a message, and nothing is stored', async (path, value, message) => {
    const { status, body } = await answerOf(await sendJson(app, { [path]: value }));
    expect([status, body]).toEqual([422, { message: sentence, errors: [{ path, message }] }]);
    expect([await storedOffers(app), await mailsOf(app), app.woken.count]).toEqual([[], [], 0]);
  });

  test.each([
    ['1', '2026-11-21T22:59:59.999Z'],
    ['150', '2027-04-19T21:59:59.999Z'],
  ])('is valid for %s days, to the end of a day in Berlin', async (days, end) => {
    const own = await startApp({ env: { OFFER_DAYS: days } });
    await sendJson(own);
    const [offer] = await storedOffers(own);
    expect(new Date(offer?.expiresAt ?? 0).toISOString()).toBe(end);
  });

  test('for the fourth time in a day is neither sent nor stored, and the answer is the same', async () => {
    const own = await startApp({ env: { RATE_LIMIT: 'on' } });
    for (const email of [asked.email, 'Johanna.Sommer+x@mail.example', asked.email, asked.email]) {
      own.clock.now += 60_000;
      const start = performance.now();
      const { status, body } = await answerOf(await sendJson(own, { email, reminderConsent: true }));
      expect([status, body]).toEqual([202, { message: offerNews.sent.sentence }]);
      // a timer may be early by a fraction of a millisecond
      expect(performance.now() - start).toBeGreaterThan(evenStepMs - 1);
    }
    expect(await storedOffers(own)).toHaveLength(3);
    expect(await proofsOf(own, 'reminder_consent')).toHaveLength(3);
    own.clock.now += 24 * 3_600_000;
    await sendJson(own);
    expect(await storedOffers(own)).toHaveLength(4);
  });
});

describe('the plain form', () => {
  test('leads to a page, and stores the same as JSON', async () => {
    const chosen = { insuranceStartDate: '2026-12-01', horseBirthYear: ' 2014 ' };
    const response = await postAsked(app, { ...chosen, reminderConsent: 'on' }, '?source=messe');
    expect([response.status, response.headers.get('location')]).toEqual([303, pages.offerSent]);
    await sendJson(app, { ...chosen, horseBirthYear: 2014, reminderConsent: true }, '?source=messe');
    const [one, other] = await storedOffers(app);
    const { id: _, number: __, askedBy: ___, ...same } = { ...other };
    expect(one).toMatchObject(same);
    const page = await app.ask('GET', pages.offerSent);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(offerNews.sent.sentence)]);
  });

  test('that is wrong is shown again with its entries and messages', async () => {
    const typed = { email: 'johanna', tariffType: '', horseBirthYear: 'jung', reminderConsent: 'on' };
    const chosen = { selfParticipation: '500', paymentFrequency: 'annual' };
    const response = await postAsked(app, { ...typed, ...chosen }, '?source=messe');
    const html = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([422, typedCaching]);
    for (const part of [
      '<title>Fehler: Angebot per E-Mail',
      '3 Angaben fehlen noch oder stimmen nicht:',
      'Bitte wählen Sie einen Tarif',
      ...['value="johanna"', 'value="jung"', 'checked=""', 'action="/api/offers?source=messe"'],
      ...['500', 'annual'].map((value) => `<option value="${value}" selected="">`),
    ])
      expect(html).toContain(part);
    expect(html.match(/autofocus/gi)).toHaveLength(1);
    expect([await storedOffers(app), app.woken.count]).toEqual([[], 0]);
  });
});

describe('the page of the form', () => {
  const show = async (query = '') => {
    const html = await (await app.ask('GET', `${pages.offer}${query}`)).text();
    return html.slice(0, html.indexOf('</form>'));
  };

  test('has the fields with their labels, and nothing is ticked', async () => {
    const html = await show();
    expect(Array.from(html.matchAll(/<label[^>]*>([^<]*)</g), ([, label]) => label)).toEqual([
      ...['E-Mail', 'Tarif', 'Selbstbeteiligung', 'Zahlweise'],
      ...['Geburtsjahr des Pferdes (freiwillig)', 'Gewünschter Beginn'],
      'Erinnern Sie mich einmal, bevor das Angebot abläuft.',
    ]);
    expect(html).toContain('Angebot anfordern</button>');
    expect(html).not.toContain('checked');
    expect(html).toContain('action="/api/offers"');
    expect(html).toContain('min="2026-11-20" max="2027-11-20"');
  });

  test('takes along what the landing page has chosen, and ignores what is not offered', async () => {
    const chosen = '?tariff=premium&deductible=1000&frequency=annual&birthYear=2001';
    const html = await show(`${chosen}&source=Messe%20M%C3%BCnchen`);
    const selected = Array.from(html.matchAll(/<option value="(\w+)" selected="">/g), ([, value]) => value);
    expect(selected).toEqual(['premium', '1000', 'annual']);
    expect(html).toContain('value="2001"');
    expect(html).toContain('action="/api/offers?source=Messe%20M%C3%BCnchen"');
    for (const tariff of ['gold&deductible=1&frequency=x&birthYear=1', '<script>', 'constructor']) {
      const other = await show(`?tariff=${tariff}`);
      expect(other).toContain('<option value="" disabled="" selected="">');
      expect(other).not.toContain('<script>');
    }
  });
});
