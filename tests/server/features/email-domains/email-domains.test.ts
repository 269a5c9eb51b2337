import { describe, expect, test } from 'bun:test';
import { dayMs } from '#domain/time';
import { createReceivers, mostDomains } from '#server/features/email-domains/receivers';
import { startApp } from '#tests/support/app';
import { startNameServer } from '#tests/support/dns';

const path = (domain: string) => `/api/email-domains/${encodeURIComponent(domain)}`;

async function open(env: Record<string, string> = {}) {
  const names = await startNameServer({
    'gmail.com': { MX: ['mx.gmail.example'] },
    'xn--mller-kva.example': { MX: ['mail.example'] },
    'null.example': { MX: ['.'] },
    'silent.example': 'silent',
  });
  const app = await startApp({ env: { ...env, DNS_SERVERS: names.address } });
  const ask = async (domain: string) => {
    const response = await app.ask('GET', path(domain));
    return { status: response.status, body: await response.json() };
  };
  return { app, names, ask };
}

describe('a typed domain', () => {
  test.each([
    ['gmail.com', { suggestion: null, receives: true }],
    ['GMail.COM', { suggestion: null, receives: true }],
    ['gmial.com', { suggestion: 'gmail.com', receives: false }],
    ['GMIAL.com', { suggestion: 'gmail.com', receives: false }],
    ['müller.example', { suggestion: null, receives: true }],
    ['Mu\u0308ller.example', { suggestion: null, receives: true }],
    ['xn--mller-kva.example', { suggestion: null, receives: true }],
    ['xn--mller-kva.con', { suggestion: 'müller.com', receives: false }],
    ['null.example', { suggestion: null, receives: false }],
    ['silent.example', { suggestion: null, receives: null }],
  ])('%s', async (domain, body) => {
    const { ask } = await open();
    expect(await ask(domain)).toEqual({ status: 200, body });
  });

  test.each([
    'localhost',
    'a',
    'a b.de',
    ' gmx.de',
    'gmx.de.',
    '.gmx.de',
    'gmx..de',
    'gmx.d',
    '192.0.2.1',
    '[192.0.2.1]',
    '2001:db8::1',
    'max@gmx.de',
    '-gmx.de',
    'gm_x.de',
    `${'a'.repeat(64)}.de`,
    `${'a.'.repeat(126)}de`,
    'gmx.de/x',
    'gmx.de?x',
  ])('%p is none, and nobody is asked', async (domain) => {
    const { ask, names } = await open();
    expect(await ask(domain)).toEqual({
      status: 422,
      body: {
        message: 'Bitte prüfen Sie Ihre Eingaben.',
        errors: [{ path: 'domain', message: 'Das ist keine Domain' }],
      },
    });
    expect(names.asked).toEqual([]);
  });

  test('is asked for once a day, also at the same time, and again if nobody answered', async () => {
    const { app, ask, names } = await open();
    const questions = (domain: string) => names.asked.filter((one) => one === `MX ${domain}`).length;
    await Promise.all([ask('gmail.com'), ask('gmail.com'), ask('GMAIL.com')]);
    app.clock.now += dayMs - 1;
    await ask('gmail.com');
    expect(questions('gmail.com')).toBe(1);
    app.clock.now += 2;
    await ask('gmail.com');
    expect(questions('gmail.com')).toBe(2);
    names.zones['late.example'] = 'fails';
    expect((await ask('late.example')).body.receives).toBeNull();
    names.zones['late.example'] = { A: ['192.0.2.1'] };
    expect((await ask('late.example')).body.receives).toBe(true);
  });

  test('counts 30 times a minute and address', async () => {
    const { app, ask } = await open({ RATE_LIMIT: 'on' });
    for (let times = 0; times < 30; times += 1) expect((await ask('gmail.com')).status).toBe(200);
    const refused = await app.ask('GET', path('gmail.com'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    app.clock.now += 60_001;
    expect((await ask('gmail.com')).status).toBe(200);
  });

  test('stands in no log line', async () => {
    const { app, ask } = await open({ LOG_LEVEL: 'debug' });
    for (const domain of ['gmail.com', 'silent.example', 'localhost']) await ask(domain);
    expect(app.logged.join()).toContain('/api/email-domains/:domain');
    expect(app.logged.join()).not.toMatch(/gmail|silent|localhost/);
  });
});

test('the domains that are kept are bounded, and the oldest is forgotten first', async () => {
  const asked: string[] = [];
  const receivesMail = async (domain: string) => {
    asked.push(domain);
    return true;
  };
  const receives = createReceivers({ dns: { receivesMail, texts: async () => null }, uptime: () => 0 });
  for (let each = 0; each <= mostDomains; each += 1) await receives(`${each}.example`);
  asked.length = 0;
  await receives('1.example');
  await receives(`${mostDomains}.example`);
  expect(asked).toEqual([]);
  await receives('0.example');
  expect(asked).toEqual(['0.example']);
});
