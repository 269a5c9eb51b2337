/** The bytes of the file for the insurer. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { firstColumns, handoverName, handoverTable, handoverText } from '#domain/insurer/handover';
import { handedOver, id } from '../cases/handed-over';

const application = handedOver();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

// If this fails, no older file can be downloaded any more: a column that changes is a new fact (decision 025).
test.each([
  ['csv', 'a437066c99ef2c13bbf5b518bb45e733fba8e71015a1baa6ce240ec18be925ca'],
  ['json', 'bf33c3ab9136291880e8b8484f07a776cb8c682ac68fc5592b3270dae7b8e56b'],
] as const)('the %s file is the same for ever', (format, sha256) => {
  expect(hash(handoverText(format, firstColumns, [application]))).toBe(sha256);
});

test('the table for a workbook has the same cells, as they were typed', () => {
  const [names = [], cells = []] = handoverTable(firstColumns, [application]);
  const csv = handoverText('csv', firstColumns, [application]).slice(1).split('\r\n');
  expect(names.join(';')).toBe(csv[0] ?? '');
  expect(cells.join(';')).toBe(csv[1]?.replaceAll('"', '') ?? '');
});

test('days are those of Berlin', () => {
  expect(handoverText('csv', firstColumns, [application])).toContain(`${id};20.11.2026;Herr;`);
  expect(handoverText('json', firstColumns, [application])).toContain('"mandateDate": "2026-11-20"');
  expect(handoverName({ id, at: '2026-11-19T23:00:01Z', format: 'json' })).toBe(
    'Uebergabe-2026-11-20-5a77e1fe.json',
  );
});

test('a table has the columns that it is given, and what no version knows is empty', () => {
  const columns = [
    { title: '=Beitrag', fact: 'tariffSelection.annualPremium' },
    { title: 'PLZ; Ort', fact: 'policyholderInfo.zipCode' },
    { title: 'Rasse', fact: 'horseData.breed' },
    { title: 'Noch einmal', fact: 'policyholderInfo.zipCode' },
  ];
  expect(handoverText('csv', columns, [application])).toBe(
    '\uFEFF\'=Beitrag;"PLZ; Ort";Rasse;Noch einmal\r\n960,96;"48143";;"48143"\r\n',
  );
});
