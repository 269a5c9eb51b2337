import { describe, expect, test } from 'bun:test';
import { nextTurn } from '#db/turn';
import { dayMs, minuteMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { createReceivers, mostDomains, mostLookups } from '#server/features/hints';
import { setApp, startApp } from '#tests/support/app';
import { startNameServer } from '#tests/support/dns';

const path = (domain: string) => `/api/email-domains/${encodeURIComponent(domain)}`;

async function open() {
  const names = await startNameServer({
    'stall.example': { MX: ['mx.stall.example'] },
    'xn--mller-kva.example': { MX: ['mail.example'] },
    'null.example': { MX: ['.'] },
    'silent.example': 'silent',
  });
  const app = await startApp({ env: { DNS_SERVERS: names.address } });
  const ask = async (domain: string) => {
    const response = await app.ask('GET', path(domain));
    return { status: response.status, body: await response.json() };
  };
  return { app, names, ask };
}

describe('a typed domain', () => {
  test.each([
    ['gmail.com', { suggestion: null, receives: true }],
    ['stall.example', { suggestion: null, receives: true }],
    ['gmial.com', { suggestion: 'gmail.com', receives: false }],
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

  const noDomains = [
    ...['a b', 'a b.de', ' gmx.de', `${'a'.repeat(64)}.de`, `${'a.'.repeat(126)}de`],
    ...'-a gmx.de. .gmx.de gmx..de gmx.d 192.0.2.1 [192.0.2.1] 2001:db8::1 max@gmx.de -gmx.de gm_x.de'.split(
      ' ',
    ),
    ...['gmx.de/x', 'gmx.de?x'],
  ];
  test('that is none is refused, and nobody is asked', async () => {
    const { ask, names } = await open();
    const errors = [{ path: 'domain', message: 'Das ist keine Domain' }];
    const body = { message: 'Bitte prüfen Sie Ihre Eingaben.', errors };
    for (const domain of noDomains)
      expect([domain, await ask(domain)]).toEqual([domain, { status: 422, body }]);
    expect(names.asked).toEqual([]);
  });

  const inside =
    `db.corp.internal paypal-login.svc.cluster.local nas.home.arpa 2.0.192.in-addr.arpa drucker.lan fritz.home server.corp
    wiki.intranet gast.private mail.test gmail.test web.invalid pc.localhost localhost nas Drucker DB.CORP.INTERNAL a.LoCaL drucker.ＬＡＮ`.split(
      /\s+/,
    );
  test('of the inside is asked of nobody', async () => {
    const { ask, names } = await open();
    for (const domain of inside) {
      names.zones[domain.normalize('NFKC').toLowerCase()] = { A: ['10.0.0.1'] };
      const { status, body } = await ask(domain);
      expect([domain, status, body.receives]).toEqual([domain, 200, null]);
    }
    expect(names.asked).toEqual([]);
  });

  const outside =
    'local.example mylocal.de corp.example home.example lan.example test.de private.example'.split(' ');
  test('that only looks like one of the inside is asked', async () => {
    const { ask, names } = await open();
    for (const domain of outside) {
      names.zones[domain] = { MX: ['mail.example'] };
      expect([domain, (await ask(domain)).body.receives]).toEqual([domain, true]);
    }
  });

  test('of a large provider is believed, whatever name servers say', async () => {
    const { ask, names } = await open();
    for (const domain of ['gmail.com', 'gmx.de', 'web.de', 'T-Online.de'])
      expect((await ask(domain)).body).toEqual({ suggestion: null, receives: true });
    expect(names.asked).toEqual([]);
  });

  test('is kept for a day, a no for ten minutes, and asked again if nobody answered', async () => {
    const { app, ask, names } = await open();
    const questions = (domain: string) => names.asked.filter((one) => one === `MX ${domain}`).length;
    await Promise.all([ask('stall.example'), ask('stall.example'), ask('STALL.example')]);
    app.clock.now += dayMs - 1;
    await ask('stall.example');
    expect(questions('stall.example')).toBe(1);
    app.clock.now += 2;
    await ask('stall.example');
    expect(questions('stall.example')).toBe(2);
    expect((await ask('new.example')).body.receives).toBe(false);
    names.zones['new.example'] = { A: ['192.0.2.1'] };
    app.clock.now += 10 * minuteMs - 1;
    expect((await ask('new.example')).body.receives).toBe(false);
    app.clock.now += 1;
    expect((await ask('new.example')).body.receives).toBe(true);
    names.zones['late.example'] = 'fails';
    expect((await ask('late.example')).body.receives).toBeNull();
    names.zones['late.example'] = { A: ['192.0.2.1'] };
    expect((await ask('late.example')).body.receives).toBe(true);
  });

  test('is stored by nobody on the way', async () => {
    const { app } = await open();
    for (const domain of ['stall.example', 'silent.example', 'localhost', 'gmx.de'])
      expect((await app.ask('GET', path(domain))).headers.get('cache-control')).toBe('no-store');
  });
});

test('the domains that are kept are bounded, and the oldest is forgotten first', async () => {
  const asked: string[] = [];
  const receivesMail = async (domain: string) => {
    asked.push(domain);
    return true;
  };
  const receives = createReceivers({
    dns: { receivesMail, addresses: async () => null, texts: async () => null },
    uptime: () => 0,
  });
  for (let each = 0; each <= mostDomains; each += 1) await receives(`${each}.example`);
  asked.length = 0;
  await receives('1.example');
  await receives(`${mostDomains}.example`);
  expect(asked).toEqual([]);
  await receives('0.example');
  expect(asked).toEqual(['0.example']);
});

test('20 look-ups are under way at most: nobody waits for a place, and who has left keeps it', async () => {
  const ends: (() => void)[] = [];
  let most = 0;
  let underWay = 0;
  const receivesMail = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((end) => ends.push(end));
    underWay -= 1;
    return true;
  };
  const receives = createReceivers({
    dns: { receivesMail, addresses: async () => null, texts: async () => null },
    uptime: () => 0,
  });
  const asked = Array.from({ length: 3 * mostLookups }, (_, each) => receives(`${each}.example`));
  expect(await Promise.all(asked.slice(mostLookups))).toEqual(Array(2 * mostLookups).fill(null));
  expect(most).toBe(mostLookups);
  for (const end of ends.splice(0)) end();
  expect(await Promise.all(asked.slice(0, mostLookups))).toEqual(Array(mostLookups).fill(true));
  const again = receives('again.example');
  await nextTurn();
  for (const end of ends) end();
  expect(await again).toBe(true);
});

const shared = setApp();
const places = (zipCode: string, app = shared) => app.ask('GET', href(api.places, { zipCode }));

describe('a postal code', () => {
  test.each([
    ['10115', ['Berlin']],
    ['21335', ['Lüneburg']],
    ['78266', ['Büsingen am Hochrhein']],
    ['88131', ['Bodolz', 'Lindau (Bodensee)']],
    ['03172', ['Guben', 'Jänschwalde', 'Schenkendöbern']],
    // German names only
    ['02625', ['Bautzen']],
    ['03042', ['Cottbus']],
    ['12345', []],
  ])('%s has %j', async (zipCode, expected) => {
    const response = await places(zipCode);
    expect([response.status, await response.json()]).toEqual([200, { places: expected }]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  test.each(['1011', '101155', '1011a', 'A-1010', '١٠١١٥', 'constructor', '10115 '])(
    '%p is none',
    async (typed) => {
      const response = await places(typed);
      expect([response.status, await response.json()]).toEqual([
        422,
        {
          message: 'Bitte prüfen Sie Ihre Eingaben.',
          errors: [{ path: 'zipCode', message: 'Das ist keine deutsche Postleitzahl' }],
        },
      ]);
    },
  );
});
