/** How long offers are valid, and how many somebody may ask for. */
import { describe, expect, test } from 'bun:test';
import { evidence } from '#db/schema/law';
import { offerSentSentence } from '#domain/offers/offers';
import { evenStepMs } from '#server/http/even';
import { networkHash } from '#server/keyed-hash';
import { startApp } from '#tests/support/app';
import { answerOf } from '#tests/support/people';
import { sendJson as sendCallback } from '../callbacks/callback-wish';
import { asked, postForm, sendJson, storedMails, storedOffers } from './asked';

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
  test('of a mailbox: the fourth mail in a day is neither sent nor stored, and the answer is the same', async () => {
    const app = await limited();
    await sendCallback(app, { email: asked.email });
    const answers = [];
    for (const email of [asked.email, 'Johanna.Sommer+x@mail.example', asked.email]) {
      app.clock.now += 60_000;
      const start = performance.now();
      answers.push(await answerOf(await sendJson(app, { email, reminderConsent: true })));
      // a timer may be early by a fraction of a millisecond
      expect(performance.now() - start).toBeGreaterThan(evenStepMs - 1);
    }
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([202, { message: offerSentSentence }]),
    );
    expect(await storedOffers(app)).toHaveLength(2);
    const proofs = await app.db.read.select().from(evidence);
    expect(proofs.filter(({ kind }) => kind === 'reminder_consent')).toHaveLength(2);
    app.clock.now += 24 * 3_600_000;
    await sendJson(app);
    expect(await storedOffers(app)).toHaveLength(3);
  });

  test('of a client: the sixth in a minute gets the page with its entries, and wrong ones do not count', async () => {
    const app = await limited();
    for (let count = 0; count < 8; count += 1) expect((await postForm(app, { email: 'x' })).status).toBe(422);
    for (let count = 0; count < 5; count += 1)
      expect((await postForm(app, { email: `a${count}@mail.example` })).status).toBe(303);
    const response = await postForm(app);
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const html = await response.text();
    expect(html).toContain('Von Ihrem Anschluss kamen gerade mehrere Anfragen.');
    expect(html).toContain(`value="${asked.email}"`);
  });

  test('of first contacts count by the network that asked', async () => {
    const app = await startApp();
    await sendJson(app);
    expect(await storedMails(app)).toMatchObject([{ network: networkHash(app.config)('unknown') }]);
  });
});
