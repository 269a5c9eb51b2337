/** Files that come through the drop folder. */
import { expect, test } from 'bun:test';
import { appendFile, link, mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditLog } from '#db/schema/staff';
import { sentences } from '#server/insurer/sheets/grid';
import { answers, one, setInbox } from './inbox';

const { stage, put, stored, turns } = setInbox();
const { folders, turn, names, text } = stage;

test('a file is read when it has not changed since the look before, and never applied', async () => {
  await put('Antworten.csv');
  await turn();
  expect(await stored()).toEqual([]);
  await turn();
  expect(await stored()).toEqual([one('Antworten.csv')]);
  expect(await names('in')).toEqual([]);
  expect([await names('done'), await names('failed')]).toEqual([['Antworten.csv'], []]);
  expect(await text('done', 'Antworten.csv')).toBe(answers);
  const rows = await stage.office.app.db.read.select().from(auditLog);
  expect(rows.filter(({ action }) => action.startsWith('return_'))).toEqual([
    expect.objectContaining({ action: 'return_uploaded', username: 'System' }),
  ]);
});

test('a look right after another one reads nothing', async () => {
  await put('Antworten.csv');
  await turn();
  await stage.exchange.turn();
  expect(await names('in')).toEqual(['Antworten.csv']);
});

test('a file that grows, or is replaced, waits', async () => {
  await put('grows.csv');
  await put('replaced.csv');
  for (let count = 0; count < 3; count += 1) {
    await turn();
    await appendFile(join(folders.in, 'grows.csv'), `SF-${count + 2};abgelehnt\n`);
    await put('.new', answers);
    await rename(join(folders.in, '.new'), join(folders.in, 'replaced.csv'));
  }
  expect(await stored()).toEqual([]);
  await turns();
  expect(await stored()).toContainEqual({ name: 'grows.csv', username: null, rowCount: 4 });
  expect(await names('done')).toEqual(['grows.csv', 'replaced.csv']);
});

test.each<[string, (path: string) => Promise<void>]>([
  ['keeps its size and changes its time', (path) => utimes(path, 2, 2)],
  [
    'grows and keeps its time',
    async (path) => {
      await appendFile(path, 'SF-2;abgelehnt\n');
      await utimes(path, 1, 1);
    },
  ],
])('a file that %s waits', async (_, change) => {
  const path = join(folders.in, 'a.csv');
  await put('a.csv');
  await utimes(path, 1, 1);
  await turn();
  await change(path);
  await turn();
  expect(await names('in')).toEqual(['a.csv']);
});

test('links, folders, pipes and files that are not finished stay where they are', async () => {
  const outside = join(folders.done, '..', 'outside.csv');
  await writeFile(outside, answers);
  await symlink(outside, join(folders.in, 'link.csv'));
  await symlink(folders.done, join(folders.in, 'folder-link'));
  await mkdir(join(folders.in, 'folder'));
  await writeFile(join(folders.in, 'folder', 'inside.csv'), answers);
  expect(Bun.spawnSync(['mkfifo', join(folders.in, 'pipe.csv')]).exitCode).toBe(0);
  const unfinished = '.hidden.csv a.csv.part b.PARTIAL c.filepart d.tmp e.crdownload ~$f.xlsx g.csv~';
  for (const name of unfinished.split(' ')) await put(name);
  const before = await names('in');
  await turns();
  expect(await names('in')).toEqual(before);
  expect([await stored(), await names('done'), await names('failed')]).toEqual([[], [], []]);
  await rm(outside);
});

test('a file with two names (a hard link) is read under both', async () => {
  await put('original.csv');
  await link(join(folders.in, 'original.csv'), join(folders.in, 'second.csv'));
  await turns();
  expect(await names('done')).toEqual(['original.csv', 'second.csv']);
  expect(await stored()).toHaveLength(2);
});

test('an unreadable file is put aside with the reason, and holds up no other', async () => {
  await put('a.csv', 'Referenz;Stand\n');
  await put('b.csv', new Uint8Array(2 * 1024 ** 2 + 1).fill(65));
  await put('c.csv');
  await put('d.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0));
  await put('e.csv', '');
  await turns();
  expect(await names('done')).toEqual(['c.csv']);
  const reasons = {
    'a.csv': sentences.noRows,
    'b.csv': sentences.tooLarge,
    'd.xls': sentences.old,
    'e.csv': sentences.empty,
  };
  expect(await names('failed')).toEqual(Object.keys(reasons).flatMap((name) => [name, `${name}.txt`]));
  for (const [name, reason] of Object.entries(reasons)) {
    expect(await text('failed', `${name}.txt`)).toBe(`${reason}\n`);
  }
});

test('a name that is taken gets a number, and no earlier file is replaced', async () => {
  for (const content of [answers, `${answers}SF-2;nein\n`, `${answers}SF-3;nein\n`]) {
    await put('a.csv', content);
    await turns();
  }
  expect(await names('done')).toEqual(['a (2).csv', 'a (3).csv', 'a.csv']);
  expect(await text('done', 'a.csv')).toBe(answers);
  // the reason for one must not replace another file
  await put('b.csv.txt', 'x\n');
  await turns();
  await put('b.csv', 'y\n');
  await turns();
  expect(await names('failed')).toEqual(['b (2).csv', 'b (2).csv.txt', 'b.csv.txt', 'b.csv.txt.txt']);
  expect(await text('failed', 'b.csv.txt')).toBe('x\n');
});

test('any name that a file can have is handled', async () => {
  const long = `${'ü'.repeat(125)}.csv`;
  const odd = [`${long}x`, `${'🐎'.repeat(62)}.csv`, `a.${'b'.repeat(250)}`, 'zwei\nZeilen\u0007.csv'];
  odd.push(' ', '-rf', 'ohne Endung', 'ä.csv');
  for (const name of odd) await put(name);
  const wrong = (name: string) => Buffer.concat([Buffer.from('F'), Buffer.from(name).subarray(0, 254)]);
  for (const name of odd) await put(name === ' ' ? '  ' : wrong(name), 'x\n');
  await turns();
  expect(await names('in')).toEqual([]);
  expect(await readdir(folders.done, { encoding: 'buffer' })).toHaveLength(odd.length);
  expect(await readdir(folders.failed, { encoding: 'buffer' })).toHaveLength(2 * odd.length);
  const shown = (await stored()).map(({ name }) => name);
  expect(shown).toContain('zwei\uFFFDZeilen\uFFFD.csv');
  expect(shown).toContain('Datei');
});

test('a file whose name is no text is put aside as it is', async () => {
  const hex = 'fffe41 4772f6df652e637376 eda080 c0af 61c3 80 f4908080 61812e637376';
  const bytes = hex.split(' ').map((some) => Buffer.from(some, 'hex'));
  const [first = Buffer.of()] = bytes;
  for (const name of bytes) await put(name);
  await put(Buffer.concat([first, Buffer.from('.part')]));
  await turns();
  const left = await readdir(folders.in, { encoding: 'buffer' });
  expect(left).toEqual([Buffer.concat([first, Buffer.from('.part')])]);
  const aside = await readdir(folders.failed, { encoding: 'buffer' });
  expect(aside.toSorted(Buffer.compare)).toEqual(bytes.toSorted(Buffer.compare));
  expect([await stored(), await names('done')]).toEqual([[], []]);
});

test('the same file again is a second one, but not after a crash before it was moved', async () => {
  await put('a.csv');
  await turns();
  // as if the process had ended between storing and moving
  await rename(join(folders.done, 'a.csv'), join(folders.in, 'a.csv'));
  stage.restart();
  await turns();
  expect([await stored(), await names('done')]).toEqual([[one('a.csv')], ['a.csv']]);
  await put('a.csv');
  await turns();
  expect([await stored(), await names('done')]).toEqual([
    [one('a.csv'), one('a.csv')],
    ['a (2).csv', 'a.csv'],
  ]);
});

test('the reason that a crash left is used again', async () => {
  await put('a.csv', 'x\n');
  await writeFile(join(folders.failed, 'a.csv.txt'), `${sentences.noRows}\n`);
  await turns();
  expect(await names('failed')).toEqual(['a.csv', 'a.csv.txt']);
});

test('what lies under the name of a reason or of its draft is neither followed nor waited for', async () => {
  const other = join(folders.done, 'other.txt');
  await writeFile(other, 'untouched');
  const made = ['a.csv.txt', '.reason.part'].map((name) => join(folders.failed, name));
  expect(Bun.spawnSync(['mkfifo', ...made]).exitCode).toBe(0);
  await symlink(other, join(folders.failed, 'b.csv.txt'));
  await put('a.csv', 'x\n');
  await put('b.csv', 'x\n');
  await turns();
  await link(other, join(folders.failed, '.reason.part'));
  await put('c.csv', 'x\n');
  await turns();
  expect(await names('in')).toEqual([]);
  for (const name of ['a.csv', 'b.csv', 'c.csv'])
    expect(await text('failed', `${name}.txt`)).toBe(`${sentences.noRows}\n`);
  expect(await text('done', 'other.txt')).toBe('untouched');
});
