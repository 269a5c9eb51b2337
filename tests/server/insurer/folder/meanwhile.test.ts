/** What happens to the drop folder while its files are read. */
import { expect, spyOn, test } from 'bun:test';
import { appendFile, open, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QueryFailed } from '#db/driver/errors';
import { answers, one, setInbox } from './inbox';

const { stage, put, stored, turns } = setInbox();
const { folders, turn, turnWith, names, text } = stage;

test('a file that has become a link since the look before is not followed', async () => {
  const outside = join(folders.done, '..', 'outside.csv');
  await writeFile(outside, answers);
  await put('becomes.csv');
  await turn();
  await rm(join(folders.in, 'becomes.csv'));
  await symlink(outside, join(folders.in, 'becomes.csv'));
  await turn();
  expect(await stored()).toEqual([]);
  expect(await names('in')).toEqual(['becomes.csv']);
  await rm(outside);
});

test('a file that grows while it is read is read later, as a whole', async () => {
  await put('a.csv');
  await turn();
  const path = join(folders.in, 'a.csv');
  const opened = await open(path);
  const handle: { read(...given: unknown[]): unknown } = Object.getPrototypeOf(opened);
  await opened.close();
  const { read } = handle;
  const spied = spyOn(handle, 'read').mockImplementationOnce(async function (this: unknown, ...given) {
    const result = await read.apply(this, given);
    await appendFile(path, 'SF-2;abgelehnt\n');
    return result;
  });
  await turn();
  spied.mockRestore();
  expect([await stored(), await names('in')]).toEqual([[], ['a.csv']]);
  await turns();
  expect(await stored()).toEqual([{ ...one('a.csv'), rowCount: 2 }]);
});

test('while the database is unavailable, files stay', async () => {
  await put('a.csv');
  await put('b.csv');
  await turn();
  const { db } = stage.office.app.context;
  const write = db.write;
  db.write = () => Promise.reject(new QueryFailed('SQLITE_IOERR', 'commit'));
  await expect(turn()).rejects.toBeInstanceOf(QueryFailed);
  db.write = write;
  expect(await names('in')).toEqual(['a.csv', 'b.csv']);
  await turn();
  expect(await names('done')).toEqual(['a.csv', 'b.csv']);
});

test('a file that is replaced while it is stored comes back, and is read too', async () => {
  await put('a.csv');
  await turn();
  await turnWith(() => put('a.csv', `${answers}SF-2;nein\n`));
  expect([await names('in'), await names('done')]).toEqual([['a.csv'], []]);
  await turns();
  expect(await text('done', 'a.csv')).toContain('SF-2');
  expect(await stored()).toHaveLength(2);
});

test('who stops takes no further file', async () => {
  await put('a.csv');
  await put('b.csv');
  await turn();
  await turnWith(() => stage.exchange.stop());
  expect([(await names('in')).length, (await names('done')).length]).toEqual([1, 1]);
});
