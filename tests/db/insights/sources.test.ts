import { beforeEach, describe, expect, test } from 'bun:test';
import { deleteRows } from '#db/erasers';
import { foldRareSources } from '#db/insights/tally';
import { applications } from '#db/schema/applications';
import { funnelArchive } from '#db/schema/system';
import { setApp, testNow } from '#tests/support/app';
import { rowsOf } from '#tests/support/stored';

const app = setApp();
beforeEach(async () => {
  for (const table of [applications, funnelArchive]) await app.db.write((tx) => tx.delete(table));
});

describe('a source', () => {
  const sources = async () =>
    (await app.db.read.selectDistinct({ source: funnelArchive.source }).from(funnelArchive)).map(
      ({ source }) => source,
    );
  const begin = async (source: string, count: number) => {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    const rows = ids.map((id) => ({ id, source, createdAt: testNow, updatedAt: testNow }));
    await app.db.write((tx) => tx.insert(applications).values(rows));
    return ids;
  };

  test.each([
    ['stall-linde', 5, true],
    ['stall-linde', 4, false],
    ['website', 1, true],
    ['telefon', 1, true],
    ['Messe 2026', 5, true],
    ['newsletter-2026-11', 5, true],
    ['anna@privat.example', 9, false],
    ['Anna＠privat.example', 9, false],
    ['anna (at) privat.example', 9, false],
    ['0341 1234567', 9, false],
    ['+49/341-12.34.56', 9, false],
    ['tel:1234567', 9, false],
    ['１２３４５６７', 9, false],
    ['kunde-4711081', 9, false],
    ['plz-041090', 9, true],
  ])('%p of %d applications keeps its name in the archive: %p', async (source, count, isKept) => {
    const ids = await begin(source, count);
    // one by one: those before it count
    for (const id of ids) await app.db.write((tx) => deleteRows(tx, [id]));
    expect(await sources()).toEqual([isKept ? source : 'sonstige']);
  });

  test('that an earlier version archived loses its name if it is rare or names somebody', async () => {
    const line = (source: string, key: string, count: number, day = '2026-11-01') => ({
      day,
      source,
      key,
      count,
    });
    await begin('stall', 3);
    const lines = [
      ...[line('stall', 'begun', 2), line('website', 'begun', 1), line('', 'mail_returned', 1)],
      ...[line('anna@privat.example', 'begun', 7), line('selten', 'begun', 4), line('selten', 'step|2', 4)],
      ...[line('sonstige', 'begun', 1), line('nie begonnen', 'offer', 9, '2026-11-02')],
    ];
    await app.db.write((tx) => tx.insert(funnelArchive).values(lines));
    expect(await foldRareSources(app.db)).toBe(3);
    const rows = await rowsOf(app, funnelArchive);
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      '2026-11-01  mail_returned 1',
      '2026-11-01 sonstige begun 12',
      '2026-11-01 sonstige step|2 4',
      '2026-11-01 stall begun 2',
      '2026-11-01 website begun 1',
      '2026-11-02 sonstige offer 9',
    ]);
    expect(await foldRareSources(app.db)).toBe(0);
  });
});
