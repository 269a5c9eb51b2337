/** `GET /health`, which anyone may call. */
import { expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { startApp } from '#tests/support/app';

test('asks the database once a second at most, whoever asks, as long as it responds', async () => {
  const app = await startApp();
  const { ping } = app.context.db;
  let pings = 0;
  let fails = false;
  app.db.ping = async () => {
    pings += 1;
    if (fails) throw new Error('gone');
    await ping();
  };
  const ask = async () => (await app.ask('GET', api.health)).status;
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(200));
  expect(pings).toBe(1);
  fails = true;
  app.clock.now += 999;
  expect(await ask()).toBe(200);
  app.clock.now += 1;
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill(503));
  expect(pings).toBe(2);
  fails = false;
  expect([await ask(), await ask(), pings]).toEqual([200, 200, 3]);
  app.clock.ahead -= 10_000;
  expect([await ask(), pings]).toEqual([200, 3]);
  app.clock.now += 1000;
  expect([await ask(), pings]).toEqual([200, 4]);
});
