/** Asking for an offer by mail: how long it is valid, and how many somebody may ask for. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { offers } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { offerNews } from '#domain/offers';
import { api, pages } from '#domain/urls';
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

describe('an offer that is asked for as JSON', () => {
  test('is stored with its price and mailed, and the answer says nothing of it', async () => {
    const { status, body } = await answerOf(await sendJson(app, {}, '?source=messe'));
    expect({ status, body }).toEqual({ status: 202, body: { message: offerNews.sent.sentence } });
    const [offer, ...others] = await storedOffers(app);
    expect(others).toEqual([]);
    expect(offer).toMatchObject({
      ...asked,
      horseBirthYear: null,
      insuranceStartDate: null,
      monthlyCents: 4458,
      surchargePercent: 0,
      tariffVersion: 1,
      documents: await app.context.documents.currentSet(),
      createdAt: testNow,
      // the end of 20 December in Berlin
      expiresAt: Date.parse('2026-12-20T22:59:59.999Z'),
      reminderConsent: false,
      source: 'messe',
      username: null,
      applicationId: null,
    });
    expect(offer?.number).toMatch(/^AN-20261120-[2-9A-HJ-NP-Z]{10}$/);
    expect(await mailsOf(app)).toMatchObject([
      {
        emailType: 'offer',
        offerId: offer?.id,
        recipientEmail: asked.email,
        recipientName: '',
        byHand: false,
      },
    ]);
    expect(app.woken.count).toBe(1);
  });

  test.each([
    ['as old as may be on 1 January', 2014, 'monthly', 5350, 20],
    ['old, by the year', 2000, 'annual', 5136, 20],
  ])(
    'for a horse that is %s costs',
    async (_, horseBirthYear, paymentFrequency, monthlyCents, surchargePercent) => {
      await sendJson(app, { horseBirthYear, paymentFrequency });
      expect(await storedOffers(app)).toMatchObject([{ horseBirthYear, monthlyCents, surchargePercent }]);
    },
  );

  test('with consent to a reminder proves it, and without it there is none', async () => {
    const app = await startApp();
    await sendJson(app, { email: 'other@mail.example' });
    expect(await proofsOf(app)).toEqual([]);
    app.clock.now += 1;
    await app.db.write((tx) => tx.delete(offers));
    await sendJson(app, { reminderConsent: true });
    expect(await storedOffers(app)).toMatchObject([{ reminderConsent: true }]);
    const wordingSha256 = app.context.wordings.hashes.offerReminder;
    expect(await proofsOf(app)).toMatchObject([
      {
        kind: 'reminder_consent',
        way: 'page',
        at: testNow + 1,
        wordingSha256,
        personKey: expect.any(String),
      },
    ]);
  });

  test.each([
    ['email', 'a@b.de, c@d.de'],
    ['tariffType', 'gold'],
    ['selfParticipation', 100],
    ['paymentFrequency', 'weekly'],
    ['horseBirthYear', 1965],
    ['horseBirthYear', 2027],
    ['insuranceStartDate', '2026-11-19'],
    ['insuranceStartDate', '2027-11-21'],
    ['insuranceStartDate', '2026-02-30'],
    ['reminderConsent', 'yes'],
  ])('with %s: %p is refused with a message, and nothing is stored', async (path, value) => {
    const { status, body } = await answerOf(await sendJson(app, { [path]: value }));
    const errors = [{ path, message: sentence }];
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
    expect([await storedOffers(app), await mailsOf(app), app.woken.count]).toEqual([[], [], 0]);
  });

  test('says what is wrong', async () => {
    const { body } = await answerOf(
      await app.ask('POST', api.offers, { body: { horseBirthYear: 1, insuranceStartDate: 'x' } }),
    );
    expect(body.errors).toEqual([
      { path: 'email', message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
      { path: 'tariffType', message: 'Bitte wählen Sie einen Tarif' },
      { path: 'selfParticipation', message: 'Bitte wählen Sie eine Selbstbeteiligung' },
      { path: 'paymentFrequency', message: 'Bitte wählen Sie eine Zahlweise' },
      { path: 'horseBirthYear', message: 'Bitte prüfen Sie das Geburtsjahr' },
      { path: 'insuranceStartDate', message: 'Bitte wählen Sie ein Datum' },
    ]);
  });
});

describe('the plain form', () => {
  test('leads to a page, and stores the same as JSON', async () => {
    const fields = { horseBirthYear: ' 2014 ', insuranceStartDate: '2026-12-01', reminderConsent: 'on' };
    const response = await postAsked(app, fields, '?source=messe');
    expect([response.status, response.headers.get('location')]).toEqual([303, pages.offerSent]);
    await sendJson(
      app,
      { horseBirthYear: 2014, insuranceStartDate: '2026-12-01', reminderConsent: true },
      '?source=messe',
    );
    const [one, other] = (await storedOffers(app)).map(
      ({ id: _, number: __, askedBy: ___, ...offer }) => offer,
    );
    expect(one).toEqual(other as typeof one);
    const page = await app.ask('GET', pages.offerSent);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(offerNews.sent.sentence)]);
  });

  test('that is wrong is shown again with its entries and messages', async () => {
    const fields = {
      email: 'johanna',
      tariffType: '',
      selfParticipation: '500',
      paymentFrequency: 'annual',
      horseBirthYear: 'jung',
      reminderConsent: 'on',
    };
    const response = await postAsked(app, fields, '?source=messe');
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(response.headers.get('cache-control')).toBe(typedCaching);
    for (const part of [
      '<title>Fehler: Angebot per E-Mail',
      '3 Angaben fehlen noch oder stimmen nicht:',
      'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      'Bitte wählen Sie einen Tarif',
      'Bitte prüfen Sie das Geburtsjahr',
      'value="johanna"',
      '<option value="500" selected="">',
      '<option value="annual" selected="">',
      'value="jung"',
      'checked=""',
      'action="/api/offers?source=messe"',
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
    const labels = Array.from(html.matchAll(/<label[^>]*>([^<]*)</g), ([, label]) => label);
    expect(labels).toEqual([
      'E-Mail',
      'Tarif',
      'Selbstbeteiligung',
      'Zahlweise',
      'Geburtsjahr des Pferdes (freiwillig)',
      'Gewünschter Beginn',
      'Erinnern Sie mich einmal, bevor das Angebot abläuft.',
    ]);
    expect(html).toContain('Angebot anfordern</button>');
    expect(html).not.toContain('checked');
    expect(html).toContain('action="/api/offers"');
    expect(html).toContain('min="2026-11-20" max="2027-11-20"');
  });

  test('takes along what the landing page has chosen', async () => {
    const html = await show(
      '?tariff=premium&deductible=1000&frequency=annual&birthYear=2001&source=Messe%20M%C3%BCnchen',
    );
    const selected = Array.from(html.matchAll(/<option value="(\w+)" selected="">/g), ([, value]) => value);
    expect(selected).toEqual(['premium', '1000', 'annual']);
    expect(html).toContain('value="2001"');
    expect(html).toContain('action="/api/offers?source=Messe%20M%C3%BCnchen"');
  });

  test.each(['?tariff=gold&deductible=1&frequency=x&birthYear=1', '?tariff=<script>', '?tariff=constructor'])(
    'ignores what is not offered: %s',
    async (query) => {
      const html = await show(query);
      expect(html).toContain('<option value="" disabled="" selected="">');
      expect(html).not.toContain('<script>');
    },
  );
});

const limited = (offerDays = '30') => startApp({ env: { RATE_LIMIT: 'on', OFFER_DAYS: offerDays } });

describe('the validity', () => {
  test.each([
    ['1', '2026-11-21T22:59:59.999Z'],
    ['150', '2027-04-19T21:59:59.999Z'],
  ])('of %s days ends with a day in Berlin', async (days, end) => {
    const app = await limited(days);
    await sendJson(app);
    expect((await storedOffers(app)).map(({ expiresAt }) => new Date(expiresAt).toISOString())).toEqual([
      end,
    ]);
  });
});

describe('the limits', () => {
  test('of a mailbox: the fourth offer in a day is neither sent nor stored, and the answer is the same', async () => {
    const app = await limited();
    const answers = [];
    for (const email of [asked.email, 'Johanna.Sommer+x@mail.example', asked.email, asked.email]) {
      app.clock.now += 60_000;
      const start = performance.now();
      answers.push(await answerOf(await sendJson(app, { email, reminderConsent: true })));
      // a timer may be early by a fraction of a millisecond
      expect(performance.now() - start).toBeGreaterThan(evenStepMs - 1);
    }
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(4).fill([202, { message: offerNews.sent.sentence }]),
    );
    expect(await storedOffers(app)).toHaveLength(3);
    const proofs = await proofsOf(app);
    expect(proofs.filter(({ kind }) => kind === 'reminder_consent')).toHaveLength(3);
    app.clock.now += 24 * 3_600_000;
    await sendJson(app);
    expect(await storedOffers(app)).toHaveLength(4);
  });

  test('of first contacts count by the network that asked', async () => {
    const app = await startApp();
    await sendJson(app);
    expect(await mailsOf(app)).toMatchObject([{ network: networkHash(app.config)('unknown') }]);
  });
});
