/** How long offers are valid, and how many somebody may ask for. */
import { describe, expect, test } from 'bun:test';
import { offerNews } from '#domain/offers';
import { evenStepMs } from '#server/http/forms/submission';
import { networkHash } from '#server/keyed-hash';
import { startApp } from '#tests/support/app';
import { answerOf } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { asked, sendJson, storedOffers } from './asked';

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
