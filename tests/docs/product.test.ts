/** `docs/product.md` against the product: whoever adds a page, a call, a mail or a screen describes it. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { setSchema } from '#domain/application';
import { callbackRequest } from '#domain/callbacks/request';
import { firstCatalogue } from '#domain/landing-facts';
import { withdrawalRequest } from '#domain/law/withdrawals';
import { emailTypes, mailCaps, mailKinds } from '#domain/mails/kinds';
import { api, backofficeApi, pages } from '#domain/urls';
import { exampleSite } from '#emails/render.tsx';
import { roleOf } from '#server/http/access';
import { renderExample } from '#server/mail/kinds';
import { settingsIn } from '#server/variables';
import { setApp, type TestApp } from '#tests/support/app';
import { screens } from '#web/backoffice/screens';

const root = join(import.meta.dir, '../..');
const text = await Bun.file(join(root, 'docs/product.md')).text();

function section(heading: string): string {
  const [, rest = ''] = text.split(`\n${heading}\n`);
  return rest.split(/\n#{2,3} /)[0] ?? '';
}

/** What stands in backticks, in one line each. */
function quotedIn(part: string): string[] {
  return Array.from(part.matchAll(/`([^`]+)`/g), ([, quoted = '']) => quoted.replace(/\s+/g, ' '));
}

describe('every page', () => {
  const { initialInformation: _ofOneKind, ...visited } = pages;
  const paths = Object.values(visited)
    .filter((path) => typeof path === 'string')
    .map(withBraces)
    .filter((path) => !path.includes('#') && !path.startsWith('/dev/mails/'));

  test('is named', () => {
    const missing = paths.filter((path) => {
      const below = path.startsWith('/backoffice') ? path.slice('/backoffice'.length) : '';
      return ![path, below].some((name) => name !== '' && text.includes(`\`${name}\``));
    });
    expect(missing).toEqual([]);
  });

  test('of staff has its place in the sidebar or the area of administrators', () => {
    const [sidebar = ''] = section('### Backoffice layout').split('Below are');
    const [main = '', admins = ''] = sidebar.split('for administrators');
    const titled = screens.filter(({ nav }) => nav === 'main');
    const titles = (part: string) =>
      titled.map(({ title = '' }) => title).filter((one) => part.includes(`"${one}"`));
    expect(titles(main)).toEqual(
      titled.filter(({ role }) => role !== 'admin').map(({ title = '' }) => title),
    );
    expect(titles(admins)).toEqual(
      titled.filter(({ role }) => role === 'admin').map(({ title = '' }) => title),
    );
    const [, area = ''] = section('### Dashboard').split('"Administrator-Bereich" (administrators): ');
    const cards = Array.from((area.split('.')[0] ?? '').matchAll(/"([^"]+)"/g), ([, name]) => name);
    expect(cards).toEqual(screens.flatMap(({ card }) => (card ? [card.title] : [])));
  });
});

describe('every call', () => {
  const app = setApp({ env: { METRICS_TOKEN: 'watching-all-day', MAIL_IN_TOKEN: 'what-comes-back-here' } });

  test('that is named exists', () => {
    const named = namedOf(app);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ calls }) => calls.length === 0).map(({ quoted }) => quoted)).toEqual([]);
  });

  test('is named, or described in /api/docs', async () => {
    const described = await documented(app);
    const told = new Set([...described, ...namedOf(app).flatMap(({ calls }) => calls)]);
    // a form has a second route, which leads back to its page
    const isWayBack = (name: string) => name.startsWith('GET ') && described.has(name.replace('GET', 'POST'));
    const untold = callsOf(app)
      .map(({ name }) => name)
      .filter((name) => /^\w+ \/(api\/|health|ready|metrics)/.test(name) && !told.has(name))
      .filter((name) => !isWayBack(name) && !name.startsWith(`GET ${api.docs}`));
    expect(untold).toEqual([]);
  });

  test('of the backoffice needs the role that its path says', () => {
    const [intro = ''] = section('### Backoffice calls').split('\n\n-');
    const areas = quotedIn(intro.split('The role')[1] ?? '').filter((quoted) => quoted.startsWith('/'));
    const admins = callsOf(app).filter(({ route }) => roleOf(route) === 'admin');
    const inAreas = callsOf(app).filter(({ route }) =>
      areas.some((area) => `${route.path}/`.startsWith(`${backofficeApi}${area}/`)),
    );
    expect(inAreas.map(({ name }) => name)).toEqual(admins.map(({ name }) => name));
    for (const area of areas) expect(inAreas.map(({ name }) => name).join()).toContain(area);
  });
});

type Call = { name: string; route: TestApp['app']['routes'][number] };

function callsOf({ app }: TestApp): Call[] {
  return app.routes
    .filter(({ method }) => method !== 'ALL')
    .map((route) => ({ route, name: `${route.method} ${withBraces(route.path)}` }));
}

const withBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** The calls that the document names, each with those of the product: sections leave out the beginnings of their paths. */
function namedOf(app: TestApp) {
  const all = callsOf(app).map(({ name }) => name);
  return quotedIn(text)
    .filter((quoted) => /^(GET|POST|PUT|PATCH|DELETE) \S/.test(quoted))
    .map((quoted) => {
      const [method, path = ''] = withBraces(quoted).split(' ');
      const short = path.replace(/^…/, '').replace('{set}', 'horse-data');
      const whole = ['', backofficeApi, '/api/applications/{id}'].map((one) => `${method} ${one}${short}`);
      return { quoted, calls: all.filter((name) => whole.includes(name)) };
    });
}

/** The calls that `/api/docs` describes, such as `PUT /api/backoffice/tariffs/{id}`. */
async function documented(app: TestApp): Promise<Set<string>> {
  const response = await app.ask('GET', '/api/docs/json');
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
}

test('a setting has its default beside it', () => {
  const usual = new Map<string, unknown>(Object.entries(settingsIn({})));
  const told = Array.from(text.matchAll(/`([A-Z_]+)`\s\((\d+)[);]/g), ([, name = '', value]) => [
    name,
    value,
  ]);
  expect(told.length).toBeGreaterThan(8);
  expect(told).toEqual(told.map(([name = '']) => [name, String(usual.get(name))]));
});

test('the base premiums are those of the first catalogue', () => {
  const rows = section('### Tariff catalogue')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      quotedIn(line).concat(
        line
          .split('|')
          .slice(2, -1)
          .map((cell) => cell.trim()),
      ),
    );
  const premiums = firstCatalogue.tariffs.map(({ type, premiumOptions }) => [
    type,
    ...premiumOptions.map(({ monthlyPremium }) => monthlyPremium.toFixed(2)),
  ]);
  expect(rows).toEqual(premiums);
});

describe('every field', () => {
  const sections: [heading: string, fields: TObject][] = [
    ['### Horse step', setSchema('horse-data', '2026-11-20')],
    ['### Contact step', setSchema('contact-data', '2026-11-20')],
    ['### Tariff step', setSchema('tariff-selection', '2026-11-20')],
    ['### Policyholder step', setSchema('policyholder-info', '2026-11-20')],
    ['### SEPA step', setSchema('sepa-mandate', '2026-11-20')],
    ['## Callback form', callbackRequest],
    ['## Withdrawal', withdrawalRequest],
  ];

  test.each(sections)('of %s is named with its choices', (heading, { properties }) => {
    const part = section(heading);
    const quoted = new Set(quotedIn(part));
    expect(Object.keys(properties).filter((name) => !quoted.has(name))).toEqual([]);
    // the policyholder's choices are those of the contact
    const told = part + (heading === '### Policyholder step' ? section('### Contact step') : '');
    const choices = Object.values<{ enum?: (string | number)[] }>(properties).flatMap(
      (field) => field.enum ?? [],
    );
    expect(choices.filter((one) => !told.includes(`${one}`))).toEqual([]);
  });
});

describe('the mails', () => {
  const rows = new Map(
    section('### Mail types')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, type = '', label, to, limit, subject = '']) => [
        type.slice(1, -1),
        { label, to, limit, subject },
      ]),
  );
  const groups = Map.groupBy(emailTypes, (type) => mailKinds[type].cap);

  test('are those of the product', () => {
    expect([...rows.keys()].sort()).toEqual([...emailTypes].sort());
  });

  test.each(emailTypes)('%s has its label, recipient, limit and subject', (type) => {
    const { label, to, cap } = mailKinds[type];
    const row = rows.get(type);
    const limit =
      cap === null ? '' : `${mailCaps[cap]}${(groups.get(cap) ?? []).length > 1 ? ' together' : ''}`;
    expect({ label: row?.label, isStaff: row?.to === 'staff', limit: row?.limit }).toEqual({
      label,
      isStaff: to === 'staff',
      limit,
    });
    if (row?.subject === 'that of the message') return expect(type).toStartWith('case_');
    const words = (row?.subject ?? '').split(/\{[^}]+\}/).map((part) => RegExp.escape(part));
    expect(renderExample(type, exampleSite).subject).toMatch(new RegExp(`^${words.join('.+')}$`));
  });
});
