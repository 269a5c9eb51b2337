/** What staff see and may do while a policyholder has not answered, and after a refusal. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deskOf } from '#tests/server/features/backoffice/insurer/handovers/desk';
import { openAsked } from '#tests/server/features/confirmations/asked';
import { tokenIn } from '#tests/support/mail-links';
import { johanna, kim, sentence } from '#tests/support/people';
import { deedsOf, statusesOf } from '../staff';

const required = { env: { POLICYHOLDER_CONFIRMATION: 'required' } };
const transmit = { status: 'transmitted' };
const refusal = (message: string) => ({ status: 409, body: { message } });

/** Kim's application for somebody who is asked, and the calls about files for the insurer. */
async function asked(options = {}) {
  const desk = await openAsked(options);
  return { ...desk, handovers: deskOf(desk) };
}

describe('a case', () => {
  test.each([
    ['flag', {}],
    ['required', required],
  ])('that is refused goes to no insurer (%s)', async (_, options) => {
    const { id, token, answer, change, caseOf, handovers } = await asked(options);
    await answer(token, { confirmed: false });
    expect(await change(id, transmit)).toMatchObject(refusal('Nicht beantragt'));
    const skipped = [{ id, reason: 'Nicht beantragt' }];
    expect((await handovers.made([id])).body).toMatchObject({ count: 0, skipped });
    expect(await caseOf(id)).toMatchObject({ status: 'new', confirmation: 'refused' });
    expect((await change(id, { status: 'declined', reason: 'Nicht beantragt' })).status).toBe(200);
  });

  test('that was handed over before the refusal is neither confirmed nor issued', async () => {
    const { app, id, token, answer, change, open, handovers } = await asked();
    const { id: file } = await handovers.made([id]);
    await answer(token, { confirmed: false });
    const skipped = [{ id, reason: 'Nicht beantragt' }];
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 0, skipped });
    const other = await open(kim, 'transmitted');
    await answer(await tokenIn(app, 'policyholder_confirmation', 'bestaetigen'), { confirmed: false });
    expect(await change(other, { status: 'issued' })).toMatchObject(refusal('Nicht beantragt'));
  });

  test('without an answer goes on by default, and the details say so', async () => {
    const { id, change, lukas } = await asked();
    const { body } = await lukas.ask('GET', href(api.details, { id }));
    expect(body).toMatchObject({ confirmationPolicy: 'flag', case: { confirmation: 'open' } });
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('without an answer waits where the answer is required', async () => {
    const { id, token, answer, change, open, lukas, handovers } = await asked(required);
    const { body } = await lukas.ask('GET', href(api.details, { id }));
    expect(body).toMatchObject({ confirmationPolicy: 'required' });
    expect(await change(id, transmit)).toMatchObject(refusal('Bestätigung offen'));
    const sent = await open(kim, 'transmitted');
    expect(await change(sent, { status: 'issued' })).toMatchObject(refusal('Bestätigung offen'));
    const { body: made } = await handovers.made([id, await open(johanna)]);
    expect(made).toMatchObject({ count: 1, skipped: [{ id, reason: 'Bestätigung offen' }] });
    await answer(token, { confirmed: true });
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('is skipped when its hand-over is confirmed and the answer is required', async () => {
    const { app, id, token, answer, change, handovers } = await asked(required);
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
    const { app, id, token, asking, read } = desk;
    for (let count = 0; count < 3; count += 1) {
      app.clock.now += hourMs;
      expect(await ask(desk)).toMatchObject({ status: 202, body: { message: sentence } });
      expect(await ask(desk)).toMatchObject({ status: 409, body: { message: sentence } });
    }
    expect((await asking()).map(({ byHand }) => byHand)).toEqual([false, true, true, true]);
    const newest = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
    expect(newest).not.toBe(token);
    for (const one of [token, newest]) expect((await read(one)).status).toBe(200);
    expect(await deedsOf(app, id)).toEqual(Array(3).fill('lukas.weber confirmation_requested'));
  });

  test('right after the completion, once of several at once, and the worker delivers the mail', async () => {
    const desk = await openAsked();
    const woken = desk.app.woken.count;
    expect(await statusesOf([1, 2, 3, 4].map(() => ask(desk)))).toEqual([202, 409, 409, 409]);
    expect(desk.app.woken.count).toBe(woken + 1);
    await desk.app.outbox.runOnce();
    expect((await desk.asking()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('not when nothing is open, nor after a request to erase', async () => {
    const desk = await openAsked();
    const { app, id } = desk;
    const nothing = refusal('Zu diesem Antrag ist keine Bestätigung offen.');
    for (const other of [
      await desk.open(johanna),
      await desk.open(kim, 'declined'),
      await desk.open(kim, 'withdrawn'),
    ])
      expect(await ask(desk, other)).toMatchObject(nothing);
    const restrict = (restrictedAt: number | null) =>
      app.db.write((tx) => tx.update(applications).set({ restrictedAt }).where(eq(applications.id, id)));
    await restrict(app.clock.now);
    expect(await ask(desk)).toMatchObject(refusal('Löschung beantragt'));
    await restrict(null);
    await desk.answer(desk.token, { confirmed: true });
    expect(await ask(desk)).toMatchObject(nothing);
  });
});
