/** The bytes of the file for the insurer. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { handoverName, handoverTable, handoverText } from '#domain/insurer/handover';
import { handedOver, id } from '../cases/handed-over';

const application = handedOver();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

// If this fails, no older file can be downloaded any more: keep the old writer beside the new one (decision 025).
test.each([
  ['csv', 'a437066c99ef2c13bbf5b518bb45e733fba8e71015a1baa6ce240ec18be925ca'],
  ['json', 'bf33c3ab9136291880e8b8484f07a776cb8c682ac68fc5592b3270dae7b8e56b'],
] as const)('the %s file is the same for ever', (format, sha256) => {
  expect(hash(handoverText(format, [application]))).toBe(sha256);
});

test('the table for a workbook has the same cells, as they were typed', () => {
  const [names = [], cells = []] = handoverTable([application]);
  const csv = handoverText('csv', [application]).slice(1).split('\r\n');
  expect(names.join(';')).toBe(csv[0] ?? '');
  expect(cells.join(';')).toBe(csv[1]?.replaceAll('"', '') ?? '');
});

test('days are those of Berlin', () => {
  expect(handoverText('csv', [application])).toContain(`${id};20.11.2026;Herr;`);
  expect(handoverText('json', [application])).toContain('"mandateDate": "2026-11-20"');
  expect(handoverName({ id, at: '2026-11-19T23:00:01Z', format: 'json' })).toBe(
    'Uebergabe-2026-11-20-5a77e1fe.json',
  );
});
