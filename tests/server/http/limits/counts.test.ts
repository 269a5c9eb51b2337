/** Every limit that the application has by name: how many, for whom and for how long. Those of forms are in `forms`. */
// ASVS 2.1.3, 2.3.2, 2.4.1
import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { requestNotices } from '#domain/form-notices';
import { api, href, pages } from '#domain/urls';
import { tooManyMessage } from '#server/refusal';
import { setApp, type TestApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';
import { formNames } from './forms';
import { countRows, hour, limited, minute, newClient, refusalsOf } from './stage';

type Call = () => Promise<Response>;
type Headers = Record<string, string>;
type Count = {
  many: number;
  windowMs: number;
  /** The time between two calls, which keeps them below another limit. */
  everyMs?: number;
  /** Calls that count together, and one that does not count with them. */
  open: (app: TestApp) => Promise<{ own: [Call, Call]; other: Call }>;
};

const newToken = () => randomBytes(32).toString('base64url');

/** From two addresses of one network, and from another network. */
const byClient = (call: (app: TestApp, headers: Headers) => Promise<Response>) => async (app: TestApp) => {
  const { turn, stranger } = newClient();
  const own: [Call, Call] = [() => call(app, turn(0)), () => call(app, turn(1))];
  return { own, other: () => call(app, stranger) };
};

type ByLink = (app: TestApp, token: string, headers: Headers) => Promise<Response>;
/** Two calls with one link, each from a client of its own, and one with another link. */
const byLink =
  (linkIn: (app: TestApp) => Promise<string>, [call, alike]: [ByLink, ByLink]) =>
  async (app: TestApp) => {
    const [token, another] = [await linkIn(app), await linkIn(app)];
    const [one, two, three] = [newClient().stranger, newClient().stranger, newClient().stranger];
    const own: [Call, Call] = [() => call(app, token, one), () => alike(app, token, two)];
    return { own, other: () => call(app, another, three) };
  };

const body = johanna['tariff-selection'];
const write = (app: TestApp, headers: Headers) =>
  app.ask('POST', href(api.set('tariff-selection'), { id: crypto.randomUUID() }), { body, headers });
const statusPdf = (app: TestApp, token: string, headers: Headers) =>
  app.ask('GET', href(api.statusDocument, { token }), { headers });
const receiptPdf = (app: TestApp, token: string, headers: Headers) =>
  app.ask('GET', href(pages.withdrawalDocument, { token }), { headers });
const privacyLink = async ({ context, clock }: TestApp) => {
  const about = { applicationId: null, recipientEmail: 'a@b.example' };
  const mail = { id: crypto.randomUUID(), createdAt: clock.now, ...about };
  return (await context.links.linkFor('privacy', mail)).token;
};
const readPage = (app: TestApp, token: string, headers: Headers) =>
  app.ask('GET', href(pages.ownDataOf, { token }), { headers });
const readFile = (app: TestApp, token: string, headers: Headers) =>
  app.ask('POST', href(api.exportOwnData, { token }), { body: {}, headers });

const counts: Record<string, Count> = {
  'public-write': { many: 60, windowMs: minute, open: byClient(write) },
  'applications-begun': { many: 120, windowMs: hour, everyMs: 1250, open: byClient(write) },
  'pdf-client': {
    many: 10,
    windowMs: minute,
    open: byClient((app, headers) => statusPdf(app, newToken(), headers)),
  },
  'pdf-link': { many: 10, windowMs: minute, open: byLink(async () => newToken(), [receiptPdf, statusPdf]) },
  'privacy-reading': {
    many: 20,
    windowMs: minute,
    open: async (app) => {
      const links = await Promise.all(Array.from({ length: 30 }, () => privacyLink(app)));
      return await byClient((app, headers) => readPage(app, links.pop() ?? '', headers))(app);
    },
  },
  'privacy-reading-link': { many: 5, windowMs: minute, open: byLink(privacyLink, [readPage, readFile]) },
  'email-domain': {
    many: 30,
    windowMs: minute,
    open: byClient((app, headers) =>
      // without a dot, so that no name server is asked
      app.ask('GET', href(api.emailDomain, { domain: 'localhost' }), { headers }),
    ),
  },
  'mail-in': {
    many: 60,
    windowMs: minute,
    open: byClient((app, headers) =>
      app.ask('POST', api.mailIn, { raw: 'x', headers: { ...headers, authorization: 'Bearer guessed' } }),
    ),
  },
};

/** Which tests are about a limit that has more to it than a number. */
const elsewhere: Record<string, string> = {
  'access-link-hour': './forms.test.ts',
  page: '../../features/pages/limit.test.ts',
  'api-read': '../../features/pages/limit.test.ts',
  openings: '../../features/backoffice/audit/readings.test.ts',
  'staff-calls': '../../features/auth/attacks.test.ts',
  'password-by-address': '../../features/auth/limits.test.ts',
  'password-by-name': '../../features/auth/limits.test.ts',
  'password-by-browser': '../../features/auth/limits.test.ts',
  'password-by-session': '../../features/auth/limits.test.ts',
  // its form never counts, because it stores nothing
  precheck: '../../features/precheck/precheck.test.ts',
};

const env = { MAIL_IN_TOKEN: 'a-token-of-20-letters' };
const app = setApp({ env: { ...limited, ...env } });
const free = setApp({ env });
const refused = refusalsOf(app);

/** A call with a form has the words of its form. */
const messages = ({ context: { operator } }: TestApp) =>
  [tooManyMessage, requestNotices.tooMany(operator)].map((message) => JSON.stringify({ message }));

const namesOf = async ({ context }: TestApp) => {
  const metric = await context.meters.registry.getSingleMetric('sattelfest_limit_refusals_total')?.get();
  return (metric?.values ?? []).map(({ labels }) => String(labels.limit));
};

test('the limits of these tables are all that there are, and RATE_LIMIT=off has none of them', async () => {
  const known = [...formNames, ...Object.keys(counts), ...Object.keys(elsewhere)];
  expect((await namesOf(app)).toSorted()).toEqual(known.toSorted());
  for (const path of Object.values(elsewhere))
    expect([path, await Bun.file(new URL(path, import.meta.url)).exists()]).toEqual([path, true]);
  expect(await namesOf(free)).toEqual([]);
});

describe.each(Object.entries(counts))('%s', (name, { many, windowMs, everyMs = 0, open }) => {
  test(`${many} are taken, and the next ones only when the time is over`, async () => {
    const { own, other } = await open(app);
    await refused();
    for (let count = 0; count < many; count += 1) {
      expect([count, (await own[count % 2]?.())?.status]).not.toContain(429);
      app.clock.now += everyMs;
    }
    const rows = await countRows(app);
    for (const call of own) {
      const response = await call();
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe(String((windowMs - many * everyMs) / 1000));
      expect(response.headers.get('cache-control')).toBe('no-store');
      const text = await response.text();
      if (response.headers.get('content-type')?.startsWith('text/html'))
        expect(text).toContain('Bitte haben Sie einen Moment Geduld');
      else expect(messages(app)).toContain(text);
    }
    expect(await countRows(app)).toBe(rows);
    expect(await refused()).toEqual({ [name]: 2 });
    expect((await other()).status).not.toBe(429);
    app.clock.now += windowMs - many * everyMs - 1;
    expect((await own[0]()).status).toBe(429);
    app.clock.now += 1;
    expect((await own[0]()).status).not.toBe(429);
  });
});
