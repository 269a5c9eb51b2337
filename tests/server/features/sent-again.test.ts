/** A form that is sent again, by a second click or after a lost answer, is one request: what it causes happens once. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { endLinks } from '#db/access-links';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { deleteEndedForms } from '#db/sent-forms';
import { api, href } from '#domain/urls';
import { scratch } from '#tests/db/support/processes';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { filled as apply } from '#tests/support/applications';
import { afterThisTest } from '#tests/support/endings';
import { tokenIn } from '#tests/support/mail-links';
import { johanna } from '#tests/support/people';
import { wish } from './callbacks/callback-wish';
import { erase, filled, form, email as ownEmail, tokenFor } from './privacy/person';

const app = setApp();

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

type Fields = Record<string, string>;
type Case = {
  path: (app: TestApp) => Promise<string>;
  /** What the form sends, and the same with another value. */
  fields: Fields;
  other?: Fields;
  /** Mails of one request. */
  mails: number;
};

const linkOf = ({ id }: { id: string }) => href(api.accessLink, { id });
const applicationOf = async (app: TestApp) => linkOf(await apply(app));

const { dataProcessingConsent: _, ...entries } = wish;
const kind = { tariffType: 'top', selfParticipation: '250', paymentFrequency: 'annual' };
const offer = { email: 'a@b.example', ...kind };
const called = { ...entries, dataProcessingConsent: 'on' };
const at = (path: string) => async () => path;
const cases: Record<string, Case> = {
  'the callback': {
    path: at(api.callbackRequests),
    fields: called,
    other: { ...called, phone: '0341 55' },
    mails: 2,
  },
  'the link to own data': {
    path: at(api.privacyRequests),
    fields: { email: 'johanna@sommer.example' },
    other: { email: 'johanna.sommer@sommer.example' },
    mails: 1,
  },
  'the link to an application': { path: applicationOf, fields: {}, mails: 1 },
  'an offer': { path: at(api.offers), fields: offer, other: { ...offer, horseBirthYear: '2015' }, mails: 1 },
};

/** JSON has a box as a truth value, and a number as a number. */
const bodyOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inJson(name, value)]));
const inJson = (name: string, value: string) =>
  name === 'dataProcessingConsent' || (/^\d{3,4}$/.test(value) ? Number(value) : value);

describe.each(Object.entries(cases))('%s', (_, { path, fields, other, mails }) => {
  const ways = [
    ['a plain form', (sent: Fields) => form(sent)],
    ['JSON', (sent: Fields) => ({ body: bodyOf(sent) })],
  ] as const;

  async function open() {
    app.clock.now = testNow;
    app.woken.count = 0;
    const address = await path(app);
    for (const table of [outbox, sentForms]) await app.db.write((tx) => tx.delete(table));
    const send = async (ask: ReturnType<(typeof ways)[number][1]>) => {
      const { status, headers, ...response } = await app.ask('POST', address, ask);
      return { status, location: headers.get('location'), response };
    };
    const sent = async () => (await app.db.read.select().from(outbox)).length / mails;
    return { app, address, send, sent };
  }

  test.each(ways)('by %s, sent twice at once and once more, is one request', async (_, ask) => {
    const { app, address, sent } = await open();
    const id = crypto.randomUUID();
    const post = async () => {
      const response = await app.ask('POST', address, ask({ ...fields, id }));
      return [response.status, response.headers.get('location'), await response.text()];
    };
    const [first, second] = await Promise.all([post(), post()]);
    app.clock.now += 59 * minute;
    const third = await post();
    expect([second, third]).toEqual([first, first] as (typeof first)[]);
    expect(await sent()).toBe(1);
    expect(app.woken.count).toBeLessThanOrEqual(2);
  });

  test.each(ways)(
    'by %s is another request with other values, with another id, and after an hour',
    async (_, ask) => {
      const { app, send, sent } = await open();
      const id = crypto.randomUUID();
      await send(ask({ ...fields, id }));
      if (other) await send(ask({ ...other, id }));
      app.clock.now += 3 * minute;
      await send(ask({ ...fields, id: crypto.randomUUID() }));
      app.clock.now += hour;
      await send(ask({ ...fields, id }));
      expect(await sent()).toBe(other ? 4 : 3);
    },
  );

  test.each(ways)(
    'by %s without an id, or with one that is none, is a new request each time',
    async (_, ask) => {
      const { send, sent } = await open();
      for (const id of [{}, {}, { id: 'x' }, { id: 'x' }]) await send(ask({ ...fields, ...id } as Fields));
      expect(await sent()).toBe(4);
    },
  );

  test('by a plain form from a page that was loaded again is the same request for two minutes', async () => {
    const { app, send, sent } = await open();
    const again = () => send(form({ ...fields, id: crypto.randomUUID() }));
    await again();
    app.clock.now += 119 * second;
    await again();
    expect(await sent()).toBe(1);
    app.clock.now += minute;
    await again();
    expect(await sent()).toBe(2);
  });
});

test('sent to two instances on one database, it is one request', async () => {
  const here = scratch();
  afterThisTest(here.remove);
  const { url: DATABASE_URL } = await here.startSqld();
  const env = { DATABASE_URL, JWT_SECRET: 's'.repeat(48), DATA_KEY: Buffer.alloc(32, 1).toString('base64') };
  const apps = [await startApp({ env }), await startApp({ env })];
  const id = crypto.randomUUID();
  const answers = await Promise.all(
    [...apps, ...apps].map(async (app) => {
      const response = await app.ask('POST', api.callbackRequests, { body: { ...wish, id } });
      return ((await response.json()) as { id: string }).id;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await apps[0]?.db.read.select().from(outbox)).toHaveLength(2);
});

test('repetitions count towards no limit of an address', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  const sent = async () => (await app.db.read.select().from(outbox)).length;
  for (let count = 1; count <= 3; count += 1) {
    const id = crypto.randomUUID();
    const post = () => app.ask('POST', api.privacyRequests, form({ email: 'a@b.example', id }));
    await Promise.all([post(), post()]);
    expect(await sent()).toBe(count);
    app.clock.now += 5 * minute;
  }
});

test('a callback that was erased meanwhile is taken again', async () => {
  const post = () =>
    app.ask('POST', api.callbackRequests, { body: { ...wish, id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64' } });
  const { id } = (await (await post()).json()) as { id: string };
  await app.db.write((tx) => tx.delete(callbackRequests).where(eq(callbackRequests.id, id)));
  expect(((await (await post()).json()) as { id: string }).id).not.toBe(id);
});

describe('a link that is asked for again from the same page is sent', () => {
  const again = async (app: TestApp, path: string, fields: Fields, meanwhile: () => Promise<unknown>) => {
    const post = () => app.ask('POST', path, form({ ...fields, id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64' }));
    await post();
    await meanwhile();
    await app.db.write((tx) => tx.delete(outbox));
    await post();
    return (await app.db.read.select().from(outbox)).map(({ recipientEmail }) => recipientEmail);
  };

  test('to the address that was corrected meanwhile', async () => {
    const visitor = await apply(app);
    const corrected = { ...johanna['contact-data'], email: 'johanna@sommer-hof.example' };
    const to = await again(app, linkOf(visitor), {}, () => visitor.save('contact-data', corrected));
    expect(to).toEqual([corrected.email]);
  });

  test('as soon as the application is completed', async () => {
    const visitor = await apply(app);
    expect(await again(app, linkOf(visitor), {}, () => visitor.complete())).toHaveLength(1);
  });

  test('after all links were ended', async () => {
    const visitor = await apply(app);
    const end = () => app.db.write((tx) => endLinks(tx, [visitor.id], app.clock.now));
    expect(await again(app, linkOf(visitor), {}, end)).toHaveLength(1);
  });

  test('after an erasure', async () => {
    const app = await startApp();
    await filled(app);
    const meanwhile = async () => {
      const token = await tokenIn(app, 'privacy_link', 'meine-daten');
      expect((await erase(app, token)).status).toBe(200);
      expect(await app.db.read.select().from(outbox)).toEqual([]);
    };
    expect(await again(app, api.privacyRequests, { email: ownEmail }, meanwhile)).toEqual([ownEmail]);
  });
});

describe('an erasure', () => {
  test('that is sent twice says twice what it erased, and tells nobody twice', async () => {
    await filled(app);
    const token = await tokenFor(app, ownEmail);
    const path = href(api.eraseOwnData, { token });
    const id = crypto.randomUUID();
    const post = async () =>
      (await (await app.ask('POST', path, form({ id }))).text()).match(/<title>[^<]*/)?.[0];
    const [first, second] = await Promise.all([post(), post()]);
    expect([second, await post()]).toEqual([first, first]);
    expect(first).toContain('gelöscht: Meine Daten');
  });

  test('with another id finds the link spent', async () => {
    await filled(app);
    const token = await tokenFor(app, ownEmail);
    expect((await erase(app, token, { id: crypto.randomUUID() })).status).toBe(200);
    expect((await erase(app, token, { id: crypto.randomUUID() })).status).toBe(404);
    expect((await erase(app, token)).status).toBe(404);
  });
});

test('what was sent is known by hashes, and forgotten when it is over', async () => {
  const app = await startApp();
  await app.ask('POST', api.callbackRequests, form({ ...called, id: crypto.randomUUID() }));
  const rows = () => app.db.read.select().from(sentForms);
  expect((await rows()).map(({ key }) => key.length)).toEqual([43, 43]);
  expect(JSON.stringify(await rows())).not.toContain('Sommer');
  await deleteEndedForms(app.db, app.clock.now + 2 * minute);
  expect(await rows()).toHaveLength(1);
  await deleteEndedForms(app.db, app.clock.now + hour);
  expect(await rows()).toEqual([]);
});

test('a clock that was ahead makes nothing the same request', async () => {
  const app = await startApp({ now: Date.UTC(2027, 0, 1) });
  const id = crypto.randomUUID();
  const post = () => app.ask('POST', api.privacyRequests, { body: { email: 'a@b.example', id } });
  await post();
  app.clock.now -= 3 * hour;
  await post();
  expect(await app.db.read.select().from(outbox)).toHaveLength(2);
});
