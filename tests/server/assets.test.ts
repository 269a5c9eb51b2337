/** Files of this build, and of the builds that instances used in the last 30 days. */
import { expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '#domain/time';
import { loadAssets } from '#server/assets';
import { afterThisTest } from '#tests/support/endings';

// drafts have the time of the machine
const today = Date.now();

/** A place for kept builds, and instances that share it. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-assets-'));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  const place = join(folder, 'kept', 'assets');
  let now = today;
  const lines: string[] = [];
  const context = {
    now: () => now,
    log: (level: string, event: string) => void lines.push(`${level} ${event}`),
  };
  let builds = 0;
  return {
    place,
    lines,
    at: (time: number) => {
      now = time;
    },
    /** An instance of a build with these files; it has not kept them yet. */
    async instance(files: Record<string, string>, where = place) {
      builds += 1;
      const dist = join(folder, `dist-${builds}`);
      const names = Object.keys(files).toSorted();
      for (const name of names) await Bun.write(join(dist, name), files[name] ?? '');
      const manifest = { app: 'app-1.js', staff: '', boot: '', styles: '', fonts: [], files: names };
      await Bun.write(join(dist, 'manifest.json'), JSON.stringify(manifest));
      const assets = await loadAssets(dist, where);
      const ask = async (name: string, encoding = '') => {
        const headers = { 'accept-encoding': encoding };
        const response = assets.answer(name, new Request('http://localhost/', { headers }));
        return response && { text: await response.text(), headers: Object.fromEntries(response.headers) };
      };
      return {
        keep: async () => assets.keep?.(context),
        textOf: async (name: string) => (await ask(name))?.text,
        ask,
      };
    },
    kept: async () => (await readdir(place)).toSorted(),
  };
}

const old = { 'app-1.js': 'old', 'app-1.js.br': 'old packed', 'font-1.woff2': 'font' };
const young = { 'app-2.js': 'new', 'font-1.woff2': 'font' };

test('an instance answers for builds of others, whether they came before it or come later', async () => {
  const { instance } = await setUp();
  const [first, second] = [await instance(old), await instance(young)];
  expect([await second.textOf('app-1.js'), await first.textOf('app-2.js')]).toEqual([undefined, undefined]);
  await first.keep();
  expect([await second.textOf('app-1.js'), await first.textOf('app-2.js')]).toEqual(['old', undefined]);
  await second.keep();
  expect([await second.textOf('app-1.js'), await first.textOf('app-2.js')]).toEqual(['old', 'new']);
  expect(await (await instance({ 'app-3.js': '' })).textOf('app-1.js')).toBe('old');
});

test.each(['', 'br'])('with the same headers as its own, accepting %p', async (encoding) => {
  const { instance } = await setUp();
  const [first, second] = [await instance(old), await instance(young)];
  await first.keep();
  const own = await first.ask('app-1.js', encoding);
  expect(await second.ask('app-1.js', encoding)).toEqual(own);
  expect(own?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(own?.text).toBe(encoding ? 'old packed' : 'old');
});

test('no name but that of a file of a build is answered', async () => {
  const { instance, place, kept } = await setUp();
  const [first, second] = [await instance(old), await instance(young)];
  await first.keep();
  await Bun.write(join(place, 'secret.js'), 'secret');
  await Bun.write(join(place, 'other', 'secret.js'), 'secret');
  await Bun.write(join(place, 'build-x.draft', 'secret.js'), 'secret');
  const build = (await kept()).find((name) => /^build-\w+$/.test(name));
  const names = [
    ...['manifest.json', 'secret.js', '', '.', '..', './app-1.js', '../secret.js', 'app-1.js/', 'app-1.js\0'],
    ...[`${build}`, `${build}/app-1.js`, `../assets/${build}/app-1.js`, `${place}/secret.js`],
    ...['APP-1.JS', '__proto__', 'build-x.draft/secret.js'],
  ];
  for (const name of names) expect([name, await second.ask(name)]).toEqual([name, null]);
});

test('ten instances of a build that start at once keep it once', async () => {
  const { instance, kept, lines } = await setUp();
  const instances = await Promise.all(Array.from({ length: 10 }, () => instance(old)));
  await Promise.all(instances.map(({ keep }) => keep()));
  expect(await kept()).toHaveLength(1);
  expect(lines).toEqual([]);
  expect(await (await instance(young)).textOf('app-1.js')).toBe('old');
});

test('a build that is being copied is answered for as a whole or not at all', async () => {
  const { instance } = await setUp();
  const names = Array.from({ length: 50 }, (_, index) => `chunk-${index + 10}.js`);
  const first = await instance(Object.fromEntries(names.map((name) => [name, name])));
  const second = await instance(young);
  let kept = false;
  const keeping = first.keep().then(() => {
    kept = true;
  });
  while (!kept && (await second.textOf('chunk-10.js')) === undefined) await Bun.sleep(0);
  const found = await Promise.all(names.map((name) => second.textOf(name)));
  expect(found).toEqual(names);
  await keeping;
});

test('an instance notes once a day that its build is in use, and brings back what is gone', async () => {
  const { instance, at, kept, place } = await setUp();
  const { keep } = await instance(old);
  const noted = async () => Math.round((await stat(join(place, (await kept())[0] ?? ''))).mtimeMs - today);
  const seen: number[] = [];
  for (const after of [0, dayMs - 1, dayMs, dayMs + 60_000, 2 * dayMs]) {
    at(today + after);
    await keep();
    seen.push(await noted());
  }
  expect(seen).toEqual([0, 0, dayMs, dayMs, 2 * dayMs]);
  await rm(place, { recursive: true });
  at(today + 3 * dayMs);
  await keep();
  expect(await noted()).toBe(3 * dayMs);
});

test('builds that nobody has noted for 30 days are removed, and nothing else', async () => {
  const { instance, at, kept, place } = await setUp();
  const first = await instance(old);
  await first.keep();
  const [build = ''] = await kept();
  const long = new Date(today - 31 * dayMs);
  await mkdir(join(place, 'build-x.draft'));
  await mkdir(join(place, 'of the operator'));
  for (const name of ['build-x.draft', 'of the operator']) await utimes(join(place, name), long, long);

  at(today + 30 * dayMs - 1);
  await (await instance(young)).keep();
  const both = await kept();
  expect(both).toContain(build);
  expect(both).not.toContain('build-x.draft');

  at(today + 30 * dayMs + 1);
  const others = [await instance({ 'c.js': '' }), await instance({ 'd.js': '' })];
  await Promise.all(others.map(({ keep }) => keep()));
  const left = await kept();
  expect(left).not.toContain(build);
  expect(left).toContain('of the operator');
  expect(left).toHaveLength(4);
});

test('a disk that refuses costs one line, and the instance still answers for itself', async () => {
  const { instance, lines, place } = await setUp();
  await Bun.write(place, 'a file where the folder should be');
  const refused = await instance(old);
  await refused.keep();
  await refused.keep();
  expect(lines).toEqual(['warn assets_not_kept']);
  expect([await refused.textOf('app-1.js'), await refused.textOf('app-2.js')]).toEqual(['old', undefined]);
});
