/** Builds are published completely, also when several end at once. */
import { afterAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishBuild } from '#server/build/output';

const folder = await mkdtemp(join(tmpdir(), 'sattelfest-built-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const place = join(folder, 'dist');

/** Publishes a build of one file that contains `text`. */
async function publish(text: string, started = new Date(), name = 'main.js') {
  const draft = join(folder, `draft-${crypto.randomUUID()}`);
  await mkdir(draft);
  await Bun.write(join(draft, name), text);
  await publishBuild(place, draft, { text }, started);
}
const built = () => Bun.file(join(place, 'main.js')).text();

test('a newer build replaces the older one', async () => {
  await publish('one');
  expect(await built()).toBe('one');
  await publish('two');
  expect(await built()).toBe('two');
});

test('the same build again keeps the files and updates the time of the manifest', async () => {
  await publish('same', new Date(1_000_000));
  const { ino } = await stat(join(place, 'main.js'));
  await publish('same', new Date(2_000_000));
  expect((await stat(join(place, 'main.js'))).ino).toBe(ino);
  expect((await stat(join(place, 'manifest.json'))).mtime).toEqual(new Date(2_000_000));
});

test('the files of the build before stay beside the new ones, those of older builds do not', async () => {
  for (const name of ['a-1.js', 'a-2.js', 'a-3.js']) await publish(name, new Date(), name);
  expect((await readdir(place)).sort()).toEqual(['a-2.js', 'a-3.js', 'manifest.json']);
});

test('the files of a build of 0.2.0 stay, too, although its manifest names none', async () => {
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  await Bun.write(join(place, 'old.js'), 'old');
  await Bun.write(join(place, 'manifest.json'), JSON.stringify({ app: 'old.js' }));
  await publish('new');
  expect((await readdir(place)).sort()).toEqual(['main.js', 'manifest.json', 'old.js']);
});

test('of twenty builds that end at once one remains, and no leftovers', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `build ${index}`);
  await Promise.all(texts.map((text) => publish(text)));
  expect(texts).toContain(await built());
  expect(await Bun.file(join(place, 'manifest.json')).json()).toEqual({
    text: await built(),
    files: ['main.js'],
  });
  expect(await readdir(folder)).toEqual(['dist']);
});
