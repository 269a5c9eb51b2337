import { describe, expect, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { root } from '#tests/support/server';

const shared = setApp();
const places = (zipCode: string, app = shared) => app.ask('GET', href(api.places, { zipCode }));

describe('a postal code', () => {
  test.each([
    ['10115', ['Berlin']],
    ['14193', ['Berlin']],
    ['21335', ['Lüneburg']],
    ['01067', ['Dresden']],
    ['27498', ['Helgoland']],
    ['78266', ['Büsingen am Hochrhein']],
    ['15230', ['Frankfurt (Oder)']],
    ['88131', ['Bodolz', 'Lindau (Bodensee)']],
    ['03172', ['Guben', 'Jänschwalde', 'Schenkendöbern']],
    // German names only
    ['02625', ['Bautzen']],
    ['03042', ['Cottbus']],
    ['12345', []],
    ['00000', []],
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

  test('is looked up in a list that 300 first calls read once', async () => {
    // in a process of its own, because another test may have read it
    const script = `
      const { placeRoutes } = await import('#server/features/hints');
      const { file } = Bun;
      let reads = 0;
      Bun.file = (...given) => {
        reads += 1;
        return file(...given);
      };
      const ask = () => placeRoutes.handle(new Request('http://localhost/api/places/10115'));
      const answers = await Promise.all(Array.from({ length: 300 }, ask));
      console.log(reads, answers.every(({ status }) => status === 200));
    `;
    const child = Bun.spawn([process.execPath, '-e', script], { cwd: root, stdout: 'pipe' });
    expect(await new Response(child.stdout).text()).toBe('1 true\n');
  });
});
