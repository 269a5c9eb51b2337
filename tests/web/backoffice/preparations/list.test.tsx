/** The list below the form. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { show } from '../scripted-screen';
import { invited, listCall, openCall, pageOf } from './open-call';

const stage = setDocument();
const begun = { ...invited, id: 'b', name: 'Robin Falkner', state: 'begun' } as const;
const done = { ...invited, id: 'c', name: 'Ayşe Kaya', state: 'completed' } as const;
const reply = { at: '2026-11-28T13:03:27Z', text: 'Erst morgen.' };
const back = { state: 'expired', undeliverable: true, reply } as const;
const over = { ...invited, id: 'd', name: 'Önder Ülker', ...back };

async function open(rows = [invited], waiting = 0, replies = {}) {
  const shown = await openCall(stage, {
    [listCall]: pageOf(rows, waiting),
    [`GET ${api.preparations}?pageSize=1`]: pageOf([], waiting),
    ...replies,
  });
  await shown.screen.findByRole('table', { name: 'Vorbereitete Anträge' });
  const row = (name: string) => shown.screen.getByText(name).closest('tr') as HTMLElement;
  return { ...shown, row };
}

const buttonsIn = (row: HTMLElement) =>
  [...row.querySelectorAll('button')].map(({ textContent }) => textContent);

test('says who prepared what and when, how far it is, and what can be done', async () => {
  const { row } = await open([invited, begun, done, over] as (typeof invited)[]);
  const texts = row('Johanna Sommer').textContent;
  for (const text of ['Eingeladen', 'lukas.weber', '27.11.2026', '09:30', '11.12.2026'])
    expect(texts).toContain(text);
  expect(row('Johanna Sommer').querySelector('a')?.getAttribute('href')).toBe(
    `/backoffice/applications/${invited.applicationId}`,
  );
  const [again, remove] = ['Einladung erneut senden', 'Löschen'];
  expect(buttonsIn(row('Johanna Sommer'))).toEqual([again, remove]);
  expect(row('Robin Falkner').textContent).toContain('Begonnen');
  expect(buttonsIn(row('Robin Falkner'))).toEqual([again, remove]);
  expect(row('Ayşe Kaya').textContent).toContain('Eingereicht');
  expect(buttonsIn(row('Ayşe Kaya'))).toEqual([]);
  expect(row('Önder Ülker').textContent).toContain('AbgelaufenE-Mail kam zurückAntwort per E-Mail');
  expect(buttonsIn(row('Önder Ülker'))).toEqual([again]);
});

test.each([
  [0, 'Zu den vorbereiteten Anträgen'],
  [1, '1 begonnener Antrag wartet seit mehr als 3 Tagen'],
  [4, '4 begonnene Anträge warten seit mehr als 3 Tagen'],
])('with %d left for days leads to it from above the form', async (waiting, words) => {
  const { screen } = await open([begun] as never, waiting);
  const link = await screen.findByRole('link', { name: words });
  const target = document.querySelector(link.getAttribute('href') ?? '');
  expect(target?.textContent).toBe('Vorbereitete Anträge');
});

test('is a link of the sidebar after those of callbacks, with the number of those left for days', async () => {
  const replies = { [`GET ${api.preparations}?pageSize=1`]: pageOf([], 4) };
  const { screen } = await show(stage, pages.backoffice, { replies, framed: true });
  await screen.findByText('seit 3 Tagen begonnen');
  const nav = screen.getByRole('navigation', { name: 'Backoffice' });
  const links = [...nav.querySelectorAll('a')].map(({ textContent }) => textContent);
  const at = links.indexOf('Rückrufe');
  expect(links.slice(at, at + 3)).toEqual(['Rückrufe', 'Vorbereitet4 seit 3 Tagen begonnen', 'Angebote']);
});
