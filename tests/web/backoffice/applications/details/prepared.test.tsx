/** What the details say about an application that staff have prepared. */
import { expect, test } from 'bun:test';
import { setDocument } from '#tests/support/dom';
import { openDetails, whole } from './details-case';

const stage = setDocument();
const prepared = { username: 'lukas.weber', at: '2026-03-01T10:15:00Z' };

test('names who prepared it and when, and each value that was changed', async () => {
  const changes = [
    { label: 'Name des Pferdes', old: 'Donna', new: 'Donna Clara' },
    { label: 'Lebensnummer', old: '276020000123456', new: '' },
  ];
  const { screen } = await openDetails(stage, { body: { ...whole, prepared: { ...prepared, changes } } });
  const region = await screen.findByRole('region', { name: 'Vorbereitet von lukas.weber' });
  expect(region.textContent).toContain('Am Telefon, 01.03.2026, 11:15');
  const values = [...region.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(values).toEqual([
    'Vorbereitet: Donna → Eingetragen: Donna Clara',
    'Vorbereitet: 276020000123456 → Eingetragen: -',
  ]);
});

test('says that nothing was changed', async () => {
  const { screen } = await openDetails(stage, { body: { ...whole, prepared: { ...prepared, changes: [] } } });
  const region = await screen.findByRole('region', { name: 'Vorbereitet von lukas.weber' });
  expect(region.textContent).toContain('Alle vorbereiteten Angaben sind so geblieben.');
});

test('says nothing of one that was begun alone', async () => {
  const { screen } = await openDetails(stage, { body: whole });
  await screen.findByText('Antragsdetails');
  await screen.findByRole('tab', { name: 'Pferd' });
  expect(screen.queryByText(/Vorbereitet von/)).toBeNull();
});
