/** The drop folder itself: whoever may write in it must not lead the product elsewhere. */
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLaunch } from '#server/features/backoffice/launch-check';
import { areOwnFolders, foldersOf, prepareFolders } from '#server/insurer/folder';
import { OperatorError } from '#server/process/failure';
import { root } from '#server/root';
import { setInbox } from './inbox';

const { stage, put, stored, turns } = setInbox();
const { folders, turn, names } = stage;
const elsewhere = mkdtempSync(join(tmpdir(), 'sattelfest-elsewhere-'));
const kinds = Object.keys(folders) as (keyof typeof folders)[];

afterEach(() => {
  for (const path of Object.values(folders)) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  }
});

type Change = [what: string, change: (path: string) => void];
const changes: Change[] = [
  ['a link to a folder', (path) => symlinkSync(elsewhere, path)],
  ['a link to the folder that was there', (path) => symlinkSync(`${path}.old`, path)],
  ['a link to nothing', (path) => symlinkSync(join(elsewhere, 'nothing'), path)],
  ['a file', (path) => writeFileSync(path, '')],
  ['nothing', () => {}],
];
// only root can give a folder away
if (process.getuid?.() === 0) {
  const give = (path: string) => {
    mkdirSync(path);
    chownSync(path, 12_345, 12_345);
  };
  changes.push(['a folder of somebody else', give]);
}

describe.each(kinds)('while %s is', (kind) => {
  test.each(changes)('%s, nothing is touched, which the log and the Startprüfung say', async (_, change) => {
    const { context } = stage.office.app;
    const log = spyOn(context, 'log');
    stage.restart();
    await put('a.csv');
    await turn();
    const path = folders[kind];
    renameSync(path, `${path}.old`);
    change(path);
    await turns();
    await turn();
    expect([await stored(), readdirSync(elsewhere)]).toEqual([[], []]);
    expect(log.mock.calls.map(([level, event]) => `${level} ${event}`)).toEqual(['warn exchange_unsafe']);
    expect(await openItem()).toBe(true);
    rmSync(path, { recursive: true, force: true });
    renameSync(`${path}.old`, path);
    await turns();
    expect([await names('done'), await openItem()]).toEqual([['a.csv'], false]);
    log.mockRestore();
  });
});

test('while the whole drop folder cannot be looked at, nothing ends by it', () => {
  const path = join(elsewhere, 'loop');
  symlinkSync(path, path);
  expect(areOwnFolders(path)).toBe(false);
  rmSync(path);
});

async function openItem(): Promise<boolean> {
  const { items } = await checkLaunch(stage.office.app.context, null);
  return items.some(({ key, ok }) => key === 'exchange' && !ok);
}

describe('the drop folder may not be', () => {
  const data = join(elsewhere, 'data');
  const link = join(tmpdir(), `sattelfest-link-${crypto.randomUUID()}`);
  test.each([
    ['the data folder', data],
    ['in it', join(data, 'exchange')],
    ['far in it', join(data, 'a', 'b', '..', 'c')],
    ['around it', elsewhere],
    ['far around it', tmpdir()],
    ['the root', '/'],
    ['the data folder by a link', join(link, 'data')],
    ['in the data folder by a link', join(link, 'data', 'exchange')],
    ['the program', root],
    ['in the program', join(root, 'exchange')],
    ['the sources of the program', join(root, 'server')],
    ['around the program', join(root, '..')],
  ])('%s', (_, path) => {
    symlinkSync(elsewhere, link);
    expect(() => prepareFolders(path, [data, root])).toThrow(OperatorError);
    rmSync(link);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.each(['data-exchange', '..data', 'data.old', 'dat'])('but beside them, as %s', (name) => {
    const path = join(elsewhere, name);
    prepareFolders(path, [data, root]);
    expect(readdirSync(path).toSorted()).toEqual(Object.keys(foldersOf('')).toSorted());
    rmSync(path, { recursive: true });
  });
});
