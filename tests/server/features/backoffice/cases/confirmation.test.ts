/** What staff see and may do while a policyholder has not answered, and after a refusal. */
import { describe, expect, test } from 'bun:test';
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
const [refused, open] = ['Nicht beantragt', 'Bestätigung offen'];

/** Kim's application for somebody who is asked, and the calls about files for the insurer. */
async function asked(options = {}) {
  const desk = await openAsked(options);
  const policy = async () =>
    (await desk.lukas.ask('GET', href(api.details, { id: desk.id }))).body.confirmationPolicy;
  const newest = () => tokenIn(desk.app, 'policyholder_confirmation', 'bestaetigen');
  return { ...desk, handovers: deskOf(desk), policy, newest };
}

describe('a case', () => {
  test.each([
    ['flag', {}],
    ['required', required],
  ])('that is refused goes to no insurer (%s)', async (_, options) => {
    const { id, token, answer, change, caseOf, handovers } = await asked(options);
    await answer(token, { confirmed: false });
    expect(await change(id, transmit)).toMatchObject(refusal(refused));
    const skipped = [{ id, reason: refused }];
    expect((await handovers.made([id])).body).toMatchObject({ count: 0, skipped });
    expect(await caseOf(id)).toMatchObject({ status: 'new', confirmation: 'refused' });
    expect((await change(id, { status: 'declined', reason: refused })).status).toBe(200);
  });

  test('that was handed over before the refusal is neither confirmed nor issued', async () => {
    const { id, token, answer, change, handovers, newest, ...desk } = await asked();
    const { id: file } = await handovers.made([id]);
    await answer(token, { confirmed: false });
    const skipped = [{ id, reason: refused }];
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 0, skipped });
    const other = await desk.open(kim, 'transmitted');
    await answer(await newest(), { confirmed: false });
    expect(await change(other, { status: 'issued' })).toMatchObject(refusal(refused));
  });

  test('without an answer goes on by default, and the details say so', async () => {
    const { id, change, caseOf, policy } = await asked();
    expect([await policy(), (await caseOf(id)).confirmation]).toEqual(['flag', 'open']);
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('without an answer waits where the answer is required', async () => {
    const { id, token, answer, change, handovers, policy, ...desk } = await asked(required);
    expect(await policy()).toBe('required');
    expect(await change(id, transmit)).toMatchObject(refusal(open));
    const sent = await desk.open(kim, 'transmitted');
    expect(await change(sent, { status: 'issued' })).toMatchObject(refusal(open));
    const { body: made } = await handovers.made([id, await desk.open(johanna)]);
    expect(made).toMatchObject({ count: 1, skipped: [{ id, reason: open }] });
    await answer(token, { confirmed: true });
    expect((await change(id, transmit)).status).toBe(200);
  });

  test('is skipped when its hand-over is confirmed and the answer is required', async () => {
    const { id, token, answer, change, handovers, set } = await asked(required);
    await answer(token, { confirmed: true });
    const { id: file } = await handovers.made([id]);
    // as if the file was made before the answer was required
    await set(id, { confirmation: 'open' });
    const skipped = [{ id, reason: open }];
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 0, skipped });
    await set(id, { confirmation: 'confirmed' });
    expect((await handovers.confirm(file)).body).toMatchObject({ transmitted: 1, skipped: [] });
    expect((await change(id, { status: 'issued' })).status).toBe(200);
  });
});

describe('staff ask again', () => {
  const ask = (desk: Awaited<ReturnType<typeof openAsked>>, id = desk.id) =>
    desk.lukas.ask('POST', href(api.caseConfirmation, { id }), {});

  test('once an hour, by hand and with a link of its own, beyond the limit of the mailbox', async () => {
    const desk = await asked({ env: { RATE_LIMIT: 'on' } });
    const { app, id, token, asking, read } = desk;
    for (let count = 0; count < 3; count += 1) {
      app.clock.now += hourMs;
      for (const status of [202, 409])
        expect(await ask(desk)).toMatchObject({ status, body: { message: sentence } });
    }
    expect((await asking()).map(({ byHand }) => byHand)).toEqual([false, true, true, true]);
    const newest = await desk.newest();
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
    const { id, answer, setApplication, token } = desk;
    const nothing = refusal('Zu diesem Antrag ist keine Bestätigung offen.');
    expect(await ask(desk, await desk.open(johanna))).toMatchObject(nothing);
    for (const over of ['declined', 'withdrawn'] as const)
      expect(await ask(desk, await desk.open(kim, over))).toMatchObject(nothing);
    await setApplication(id, { restrictedAt: 1 });
    expect(await ask(desk)).toMatchObject(refusal('Löschung beantragt'));
    await setApplication(id, { restrictedAt: null });
    await answer(token, { confirmed: true });
    expect(await ask(desk)).toMatchObject(nothing);
  });
});
