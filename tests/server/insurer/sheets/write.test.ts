/** Workbooks that the product writes. LibreOffice opens them in `tests/full/engines`. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { tidied } from '#domain/fields';
import { readTable } from '#server/insurer/sheets/read';
import { workbookOf } from '#server/insurer/sheets/write';
import { holdFor } from '#tests/support/properties';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const rows = [
  ['Name', 'PLZ', 'Hausnummer', 'Pferd'],
  ['=1+1', '01067', '3-5', 'Fjölnir 🐎 <&>'],
  ['', '12345678901234567890', '_x0041_', 'a\nb\u0001'],
];

// If this fails, no older workbook can be downloaded any more: keep the old writer beside the new one (decision 025).
test('the workbook is the same for ever', () => {
  expect(hash(workbookOf(rows))).toBe('eeb630f5a20f6b88440b5cb5c1d068c3d2683a4f90c90c8ce08a4a60f00a3332');
});

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('it is the same in %s', async (zone) => {
  const script = `
    const { workbookOf } = await import('#server/insurer/sheets/write');
    process.stdout.write(workbookOf(${JSON.stringify(rows)}));`;
  const env = { ...process.env, TZ: zone };
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: `${import.meta.dir}/../../..`, env });
  expect(hash(new Uint8Array(await new Response(child.stdout).arrayBuffer()))).toBe(hash(workbookOf(rows)));
});

test('any texts are read back', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.string({ unit: 'binary', maxLength: 10 }),
    fc.string({
      unit: fc.constantFrom('_', 'x', '0', 'A', 'F', '&', '<', ']', '>', ';', '#'),
      maxLength: 16,
    }),
  );
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
  const written = fc.asyncProperty(table, async (cells) => {
    const names = ['Eins', 'Zwei', 'Drei'];
    const seen = cells.map((row) => ['Zeile', ...row.map((one) => tidied(one.replace(/\r\n?/g, '\n')))]);
    expect(
      await readTable(workbookOf([['Art', ...names], ...cells.map((row) => ['Zeile', ...row])])),
    ).toEqual({
      columns: ['Art', ...names],
      rows: seen.map((row, index) => ({ line: index + 2, cells: row })),
    });
  });
  await holdFor(200, written);
});
