/** What `docs/product.md` says of calls, settings and prices against the product. `docs/reference.md` is made from it. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { firstCatalogue } from '#domain/landing-facts';
import { backofficeApi } from '#domain/urls';
import { settingsIn } from '#server/variables';
import { setApp, type TestApp } from '#tests/support/app';

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

describe('every call', () => {
  const app = setApp({ env: { METRICS_TOKEN: 'watching-all-day', MAIL_IN_TOKEN: 'what-comes-back-here' } });

  test('that is named exists', () => {
    const named = namedOf(app);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ calls }) => calls.length === 0).map(({ quoted }) => quoted)).toEqual([]);
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
