/** What staff send by hand is outside of the caps of a mailbox, but twenty a day for each account (`admitDaily`). */
import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { kindsOf } from '#tests/support/stored';
import { dictated } from './preparations/call';
import { openOffice, type Staff } from './staff';

const { contact, tariff } = dictated;
const kinds = {
  'an offer': {
    path: api.staffOffers,
    one: api.staffOffer,
    rows: 'offers',
    body: { email: contact.email, ...tariff },
  },
  'an invitation': { path: api.preparations, one: api.preparation, rows: 'preparations', body: dictated },
} as const;

describe.each(Object.entries(kinds))('%s', (_, { path, one, rows, body }) => {
  const send = (by: Staff, id: string = crypto.randomUUID()) => by.ask('POST', path, { id, ...body });
  const sent = async (by: Staff, count: number) => {
    for (let index = 0; index < count; index += 1) expect((await send(by)).status).toBe(201);
  };

  test('is delivered above the cap of its mailbox, and resumes an address from which mails came back', async () => {
    const { app, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
    await sent(lukas, 4);
    expect(await kindsOf(app)).toHaveLength(4);
    await app.db.write((tx) => tx.update(outbox).set({ stopsAddress: true }));
    const returned = async () =>
      ((await lukas.ask('GET', path)).body[rows] as { undeliverable: boolean }[]).map(
        (row) => row.undeliverable,
      );
    expect(await returned()).toEqual([true, true, true, true]);
    await sent(lukas, 1);
    expect(await returned()).toEqual([false, false, false, false, false]);
  });

  test('is one of twenty in 24 hours and account, those counted that were deleted', async () => {
    const { app, lukas, antje } = await openOffice({ env: { RATE_LIMIT: 'on' } });
    const [first, last] = [crypto.randomUUID(), crypto.randomUUID()];
    expect((await send(lukas, first)).status).toBe(201);
    expect((await lukas.ask('DELETE', href(one, { id: first }))).status).toBe(200);
    app.clock.now += hourMs;
    await sent(lukas, 18);
    expect((await send(lukas, last)).status).toBe(201);
    const { status, headers } = await send(lukas);
    expect([status, headers.get('retry-after')]).toEqual([429, String(23 * 3_600)]);
    expect(await kindsOf(app)).toHaveLength(19);
    // what was done already is no further one, and others have their own number
    expect((await send(lukas, last)).status).toBe(201);
    await sent(antje, 1);
    app.clock.now += 23 * hourMs - 1;
    expect((await send(lukas)).status).toBe(429);
    app.clock.now += 1;
    await sent(lukas, 1);
  });
});
