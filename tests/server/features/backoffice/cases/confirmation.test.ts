/** What staff see and may do while a policyholder has not answered, and after a refusal. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deskOf } from '#tests/server/features/backoffice/handovers/desk';
import { openAsked } from '#tests/server/features/confirmations/asked';
import { tokenIn } from '#tests/support/mail-links';
import { johanna, kim, sentence } from '#tests/support/people';

const required = { env: { POLICYHOLDER_CONFIRMATION: 'required' } };
const transmit = { status: 'transmitted' };

describe('a case', () => {
  test.each([
    ['flag', {}],
    ['required', required],
  ])('that is refused goes to no insurer (%s)', async (_, options) => {
    const { app, id, token, answer, change, caseOf, lukas, antje } = await openAsked(options);
    await answer(token, { confirmed: false });
    const refused = await change(id, transmit);
    expect([refused.status, refused.body]).toEqual([409, { message: 'Nicht beantragt' }]);
    const handovers = deskOf({ app, lukas, antje });
    expect((await handovers.made([id])).body).toMatchObject({
      count: 0,
      skipped: [{ id, reason: 'Nicht beantragt' }],
    });
    expect(await caseOf(id)).toMatchObject({ status: 'new', confirmation: 'refused' });
    expect((await change(id, { status: 'declined', reason: 'Nicht beantragt' })).status).toBe(200);
  });

  test('that was handed over before the refusal is neither confirmed nor issued', async () => {
    const { app, id, token, answer, change, open, lukas, antje } = await openAsked();
    const handovers = deskOf({ app, lukas, antje });
    const { id: file } = await handovers.made([id]);
    await answer(token, { confirmed: false });
    expect((await handovers.confirm(file)).body).toMatchObject({
      transmitted: 0,
      skipped: [{ id, reason: 'Nicht beantragt' }],
    });
    const other = await open(kim, 'transmitted');
    const second = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    await answer(second, { confirmed: false });
    const issued = await change(other, { status: 'issued' });
    expect([issued.status, issued.body]).toEqual([409, { message: 'Nicht beantragt' }]);
  });

  test('without an answer goes on by default, and the details say so', async () => {
    const { id, change, lukas } = await openAsked();
    const { body } = await lukas.ask('GET', href(api.details, { id }));
    expect(body).toMatchObject({ confirmationPolicy: 'flag', case: { confirmation: 'open' } });
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('without an answer waits where the answer is required', async () => {
    const { app, id, token, answer, change, open, lukas, antje } = await openAsked(required);
    const { body } = await lukas.ask('GET', href(api.details, { id }));
    expect(body).toMatchObject({ confirmationPolicy: 'required' });
    const waiting = await change(id, transmit);
    expect([waiting.status, waiting.body]).toEqual([409, { message: 'Bestätigung offen' }]);
    const sent = await open(kim, 'transmitted');
    expect((await change(sent, { status: 'issued' })).body).toEqual({ message: 'Bestätigung offen' });
    const own = await open(johanna);
    const handovers = deskOf({ app, lukas, antje });
    const { body: made } = await handovers.made([id, own]);
    expect(made).toMatchObject({ count: 1, skipped: [{ id, reason: 'Bestätigung offen' }] });
    await answer(token, { confirmed: true });
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('is skipped when its hand-over is confirmed and the answer is required', async () => {
    const { app, id, token, answer, lukas, antje, change } = await openAsked(required);
    const handovers = deskOf({ app, lukas, antje });
    await answer(token, { confirmed: true });
    const { id: file } = await handovers.made([id]);
    // as if the file was made before the answer was required
    const set = (confirmation: 'open' | 'confirmed') =>
      app.db.write((tx) => tx.update(cases).set({ confirmation }).where(eq(cases.applicationId, id)));
    await set('open');
    const skipped = [{ id, reason: 'Bestätigung offen' }];
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 0, skipped });
    await set('confirmed');
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 1, skipped: [] });
    expect((await change(id, { status: 'issued' })).status).toBe(200);
  });
});

describe('staff ask again', () => {
  const ask = (desk: Awaited<ReturnType<typeof openAsked>>, id = desk.id) =>
    desk.lukas.ask('POST', href(api.caseConfirmation, { id }), {});

  test('once an hour, by hand and with a link of its own, beyond the limit of the mailbox', async () => {
    const desk = await openAsked({ env: { RATE_LIMIT: 'on' } });
    const { app, id, token, asking, read, audited } = desk;
    for (let count = 0; count < 3; count += 1) {
      app.clock.now += hourMs;
      const { status, body } = await ask(desk);
      expect([status, body.message]).toEqual([202, sentence]);
      const again = await ask(desk);
      expect([again.status, again.body.message]).toEqual([409, sentence]);
    }
    expect((await asking()).map(({ byHand }) => byHand)).toEqual([false, true, true, true]);
    const newest = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect(newest).not.toBe(token);
    for (const one of [token, newest]) expect((await read(one)).status).toBe(200);
    expect((await audited(id)).filter(({ action }) => action === 'confirmation_requested')).toHaveLength(3);
  });

  test('right after the completion, and the worker delivers the mail', async () => {
    const desk = await openAsked();
    const woken = desk.app.woken.count;
    expect((await ask(desk)).status).toBe(202);
    expect(desk.app.woken.count).toBe(woken + 1);
    await desk.app.outbox.runOnce();
    expect((await desk.asking()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('several at once send one', async () => {
    const desk = await openAsked();
    const all = await Promise.all([1, 2, 3, 4].map(() => ask(desk)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409]);
  });

  test('not when nothing is open', async () => {
    const desk = await openAsked();
    const refused = async (id: string) => {
      const { status, body } = await ask(desk, id);
      expect([status, body.message]).toEqual([409, 'Zu diesem Antrag ist keine Bestätigung offen.']);
    };
    await refused(await desk.open(johanna));
    await refused(await desk.open(kim, 'declined'));
    await refused(await desk.open(kim, 'withdrawn'));
    await desk.answer(desk.token, { confirmed: true });
    await refused(desk.id);
    expect((await ask(desk, crypto.randomUUID())).status).toBe(404);
  });

  test('not after a request to erase', async () => {
    const desk = await openAsked();
    const { app, id } = desk;
    await app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: app.clock.now }).where(eq(applications.id, id)),
    );
    const { status, body } = await ask(desk);
    expect([status, body.message]).toEqual([409, 'Löschung beantragt']);
  });
});
