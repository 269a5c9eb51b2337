/** What the insurer's files say, sealed again with a new key. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createFieldCipher } from '#db/bank-data/cipher';
import {
  addReturn,
  columnsIn,
  findReturn,
  readRows,
  resultsIn,
  sealResults,
  sealTable,
  setResults,
} from '#db/insurer/answers';
import { resealReturns } from '#db/key-rotation';
import { returnRows } from '#db/schema/insurer';
import { setApp } from '#tests/support/app';

const app = setApp();
const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

const skipped = [{ line: 2, reason: 'Der Stand „x“ ist nicht bekannt.' }];
const answered = { key: { hash: 'hash', result: { changed: 0, skipped } } };

async function stored(id: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ line: index + 2, cells: [`Zelle ${index}`] }));
  const sealed = await sealTable(createFieldCipher(first), id, { columns: ['Spalte'], rows });
  const file = { id, name: 'a.csv', sha256: id, at: 1, username: null };
  const results = sealResults(createFieldCipher(first), id, answered);
  await app.db.write(async (tx) => {
    await addReturn(tx, file, sealed);
    await setResults(tx, id, results, 0, 1);
  });
}

const opened = async (id: string, key: string) => {
  const cipher = createFieldCipher(key);
  const file = await findReturn(app.db.read, id);
  const rows = await readRows(app.db.read, cipher, id);
  return {
    columns: file && columnsIn(cipher, file),
    results: file && resultsIn(cipher, file),
    cells: rows.flatMap(({ cells }) => cells),
  };
};

test('all rows of several files open with the new key alone, and what does not open stays', async () => {
  await stored('a', 150);
  await stored('b', 150);
  // as if it had been moved from another line
  const [other] = await app.db.read.select().from(returnRows).where(eq(returnRows.line, 9));
  await app.db.write((tx) =>
    tx
      .update(returnRows)
      .set({ cells: other?.cells ?? '' })
      .where(eq(returnRows.line, 8)),
  );
  const both = createFieldCipher(second, first);
  expect(await resealReturns(app.db, both)).toBe(2 * 2 + 2 * 149);
  expect(await resealReturns(app.db, both)).toBe(0);
  const { columns, results, cells } = await opened('b', second);
  expect([columns, results]).toEqual([['Spalte'], answered]);
  expect(cells).toHaveLength(149);
  expect(await opened('b', first)).toEqual({ columns: [], results: {}, cells: [] });
});
