/** The workbook for the insurer, opened and saved by LibreOffice, still says what was typed. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstColumns, handoverTable } from '#domain/insurer/handover';
import { handoverFile } from '#server/features/backoffice/insurer/handovers';
import { readTable } from '#server/insurer/sheets/read';
import { handedOver } from '#tests/domain/cases/handed-over';

setDefaultTimeout(90_000);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-libreoffice-'));
});
afterAll(() => rm(folder, { recursive: true }));

const applications = [
  handedOver({ zipCode: '01067', houseNumber: '3-5', firstName: '=1+1', lastName: '1/2', city: "'Köln" }),
  handedOver({ firstName: '+Jürgen', lastName: '-Groß "Ä"; €', city: 'TRUE', street: '1e5' }),
  handedOver(
    { firstName: '@SUM(A1)', lastName: 'Łukasz Şahin 🐎', street: '12.03.2026', houseNumber: '00' },
    {
      horseName: '=HYPERLINK("http://x.example";"Ja")',
      chipNumber: '00276020000123456789',
    },
  ),
];
const [columns = [], ...rows] = handoverTable(firstColumns, applications);
const table = { columns, rows: rows.map((cells, index) => ({ line: index + 2, cells })) };

/** UTF-8 with `;`, cells as they are shown. */
const csv = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false';

test.each([
  ['a workbook', 'xlsx', 'xlsx'],
  ['a text', 'csv', csv],
])('also if it is saved as %s', async (_, extension, filter) => {
  const path = join(folder, 'Uebergabe.xlsx');
  await Bun.write(path, handoverFile({ format: 'xlsx', columns: null }, applications));
  const saved = await savedBy(filter, path, join(folder, extension));
  expect(await readTable(await Bun.file(join(saved, `Uebergabe.${extension}`)).bytes())).toEqual(table);
});

test('what LibreOffice made of a text is read as it shows it', async () => {
  const path = join(folder, 'Rückmeldung.csv');
  await Bun.write(path, 'Referenz,Datum,Beitrag\nSF-1,2026-12-01,12.50\nSF-2,1985-06-14,12345678901\n');
  const saved = await savedBy('xlsx', path, join(folder, 'made'));
  expect(await readTable(await Bun.file(join(saved, 'Rückmeldung.xlsx')).bytes())).toEqual({
    columns: ['Referenz', 'Datum', 'Beitrag'],
    rows: [
      { line: 2, cells: ['SF-1', '2026-12-01', '12,5'] },
      { line: 3, cells: ['SF-2', '1985-06-14', '12345678901'] },
    ],
  });
});

/** With a profile of its own, so that another one that runs is not asked instead. */
async function savedBy(filter: string, path: string, out: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const command = ['soffice', profile, '--headless', '--convert-to', filter, '--outdir', out, path];
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' });
  const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
  return out;
}
