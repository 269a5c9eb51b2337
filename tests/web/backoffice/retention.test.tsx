/** The page of the Löschplan. */
import { expect, test } from 'bun:test';
import type { RetentionRow } from '#domain/retention/periods';
import { api } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { show } from './scripted-screen';

const stage = setDocument();
const rows: RetentionRow[] = [
  { kind: 'open_applications', period: '90 Tage', total: 1234, dueIn30Days: 5, nextOn: '2026-12-03' },
  { kind: 'audit_log', period: 'unbegrenzt', total: 7, dueIn30Days: 0, nextOn: null },
];
const open = (reply: { status?: number; body: unknown }) =>
  show(stage, '/backoffice/retention', { replies: { [`GET ${api.retention}`]: reply } });

test('each kind has its period, its clock, its numbers and the next day', async () => {
  const { screen } = await open({ body: rows });
  await screen.findByRole('heading', { level: 1, name: 'Löschplan' });
  const texts = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(texts.slice(1)).toEqual([
    'Offene Anträge90 TageLetzte Änderung1.234503.12.2026',
    'ProtokollunbegrenztEnde des Jahres des Eintrags70-',
  ]);
});
