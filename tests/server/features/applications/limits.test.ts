// ASVS 2.4.1
import { describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { answerOf, createVisitor, johanna, sentence } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

const minute = 60_000;
const from = (address: string) => ({ 'x-forwarded-for': address });
const limited = (env: Record<string, string> = {}) => startApp({ env: { RATE_LIMIT: 'on', ...env } });
const write = async (app: TestApp, headers: Record<string, string> = {}) =>
  answerOf(
    await app.ask('POST', href(api.set('tariff-selection'), { id: crypto.randomUUID() }), {
      body: johanna['tariff-selection'],
      headers,
    }),
  );

async function spend(app: TestApp, headers: Record<string, string> = {}) {
  for (let count = 1; count <= 60; count += 1) {
    expect({ count, status: (await write(app, headers)).status }).toEqual({ count, status: 201 });
  }
}

describe('public writes', () => {
  test('are limited to 60 per minute, and the refusal says when the next one is possible', async () => {
    const app = await limited();
    await spend(app);
    const { status, body, headers } = await write(app);
    expect({ status, body }).toEqual({ status: 429, body: { message: sentence } });
    expect(headers.get('cache-control')).toBe('no-store');
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeWithin(1, 61);
    expect(Number.isInteger(seconds)).toBe(true);
    app.clock.now += seconds * 1000;
    expect((await write(app)).status).toBe(201);
  });

  test('of all kinds count together', async () => {
    const app = await limited();
    const visitor = await filled(app);
    for (let count = 5; count < 60; count += 1)
      expect((await visitor.step(1 + (count % 6))).status).toBe(200);
    expect((await visitor.step(1)).status).toBe(429);
    expect((await visitor.save('horse-data', johanna['horse-data'])).status).toBe(429);
    expect((await visitor.complete()).status).toBe(429);
    expect((await visitor.application()).body.completed).toBe(false);
    app.clock.now += minute;
    expect((await visitor.complete()).status).toBe(200);
  });

  test('count before they are parsed, so also if they are not JSON, too large or invalid', async () => {
    const app = await limited();
    const path = href(api.set('horse-data'), { id: crypto.randomUUID() });
    const bad: [status: number, sent: Parameters<TestApp['ask']>[2]][] = [
      [400, { raw: '{' }],
      [415, { raw: '{}', type: 'text/plain' }],
      [413, { raw: 'x'.repeat(70_000) }],
      [422, { body: {} }],
    ];
    for (const [status, sent] of bad) {
      for (let count = 0; count < 15; count += 1)
        expect((await app.ask('POST', path, sent)).status).toBe(status);
    }
    for (const [, sent] of bad) {
      const response = await app.ask('POST', path, sent);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect((await write(app)).status).toBe(429);
  });

  test('above the limit store nothing', async () => {
    const app = await limited();
    await spend(app);
    const visitor = createVisitor(app);
    await visitor.save('horse-data', johanna['horse-data']);
    expect((await visitor.application()).status).toBe(404);
  });

  test('are counted per address, the last one that the proxy names', async () => {
    const app = await limited({ TRUST_PROXY: 'true' });
    await spend(app, from('198.51.100.1, 203.0.113.7'));
    expect((await write(app, from('203.0.113.7'))).status).toBe(429);
    expect((await write(app, from('192.0.2.1,203.0.113.7'))).status).toBe(429);
    expect((await write(app, from('203.0.113.7, 203.0.113.8'))).status).toBe(201);
  });

  test('are counted per client behind two proxies', async () => {
    const app = await limited({ TRUST_PROXY: '2' });
    await spend(app, from('198.51.100.1, 203.0.113.7, 66.241.125.10'));
    expect((await write(app, from('203.0.113.7, 66.241.125.10'))).status).toBe(429);
    expect((await write(app, from('203.0.113.8, 66.241.125.10'))).status).toBe(201);
  });

  test('are counted per IPv6 network, which is one client', async () => {
    const app = await limited({ TRUST_PROXY: 'true' });
    await spend(app, from('2001:db8:1:2::7'));
    expect((await write(app, from('2001:db8:1:ff:aaaa:bbbb:cccc:dddd'))).status).toBe(429);
    expect((await write(app, from('2001:db8:1:102::7'))).status).toBe(201);
  });

  test('ignore the address header if no proxy is trusted', async () => {
    const app = await limited();
    await spend(app, from('203.0.113.7'));
    expect((await write(app, from('203.0.113.8'))).status).toBe(429);
  });

  test('have no limit if RATE_LIMIT is off', async () => {
    const app = await startApp();
    for (let count = 0; count < 80; count += 1) expect((await write(app)).status).toBe(201);
  });
});

test('reading has no limit', async () => {
  const app = await limited();
  const visitor = await filled(app);
  for (let count = 0; count < 80; count += 1) {
    expect((await visitor.read('horse-data')).status).toBe(200);
    expect((await app.ask('GET', '/api/tariffs')).status).toBe(200);
  }
});

describe('mails to one address', () => {
  const completeAll = async (app: TestApp, count: number) => {
    for (let done = 0; done < count; done += 1) {
      await completed(app);
      // stays below the limit of writes
      app.clock.now += minute;
    }
    const mails = await mailsOf(app);
    const countOf = (type: string) => mails.filter(({ emailType }) => emailType === type).length;
    return { visitor: countOf('completion'), staff: countOf('internal_completion') };
  };

  test('are limited to three in 24 hours, and those to staff are not', async () => {
    const app = await limited();
    expect(await completeAll(app, 5)).toEqual({ visitor: 3, staff: 5 });
  });

  test('have no limit if RATE_LIMIT is off', async () => {
    expect(await completeAll(await startApp(), 5)).toEqual({ visitor: 5, staff: 5 });
  });
});
