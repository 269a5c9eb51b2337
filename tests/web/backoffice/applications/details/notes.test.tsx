/** What the details say besides the data: possible duplicates, what staff have prepared, and a withdrawal. */
import { describe, expect, test } from 'bun:test';
import { type Duplicate, mostDuplicates } from '#domain/applications/duplicates';
import type { ApplicationDetails } from '#domain/applications/staff';
import { withdrawalWarning } from '#domain/law/staff-withdrawals';
import { href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { bare, openDetails, whole } from './details-case';

const stage = setDocument();

async function open(changes: Partial<ApplicationDetails> = {}) {
  const { screen } = await openDetails(stage, { body: { ...whole, ...changes } });
  await screen.findByRole('tab', { name: 'Pferd' });
  return screen;
}

test('nothing is said of an application that is alone, was begun alone, and is not withdrawn', async () => {
  const screen = await open();
  for (const words of ['Mögliche Dublette', /Vorbereitet von/, withdrawalWarning])
    expect(screen.queryByText(words)).toBeNull();
});

test('a withdrawal that stands is said above everything else, with a link to it', async () => {
  const screen = await open({ withdrawalStands: true });
  screen.getByText(withdrawalWarning);
  const link = screen.getByRole('link', { name: 'Zu den Widerrufen' });
  expect(link.getAttribute('href')).toBe(pages.backofficeWithdrawals);
});

describe('a possible duplicate', () => {
  const twin: Duplicate = {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    createdAt: '2026-03-01T23:30:00Z',
    horseName: '<b>Donna</b>',
    status: 'in_review',
    reason: 'gleiche Lebensnummer',
  };

  test('is one line with their number until it is opened', async () => {
    const screen = await open({ duplicates: [twin, { ...twin, id: '1' }] });
    const fold = screen.getByText('Mögliche Dublette').closest('details');
    expect([fold?.open, fold?.querySelector('summary')?.textContent]).toEqual([false, 'Mögliche Dublette 2']);
  });

  test('is named with a link, the horse, the day, the status and what is alike', async () => {
    const draft = { ...twin, id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', status: null, horseName: null };
    const screen = await open({ duplicates: [twin, draft] });
    const note = screen.getByText('Mögliche Dublette').closest('details');
    const parts = Array.from(note?.querySelectorAll('li') ?? [], (item) =>
      [...item.querySelectorAll('a, span'), item.lastElementChild].map((part) => part?.textContent),
    );
    expect(parts).toEqual([
      ['Antrag 7c9e6679...', '<b>Donna</b>, vom 02.03.2026, In Prüfung', twin.reason],
      ['Antrag 1b9d6bcd...', 'vom 02.03.2026, In Bearbeitung', twin.reason],
    ]);
    const link = screen.getByRole('link', { name: 'Antrag 7c9e6679...' });
    expect(link.getAttribute('href')).toBe(href(pages.backofficeApplication, { id: twin.id }));
    expect(note?.textContent).not.toContain('höchstens');
  });

  test('may be one of more', async () => {
    const duplicates = Array.from({ length: mostDuplicates }, (_, index) => ({ ...twin, id: `${index}` }));
    (await open({ duplicates })).getByText('Gezeigt werden höchstens 10.');
  });
});

const prepared = {
  username: 'lukas.weber',
  at: '2026-03-01T10:15:00Z',
  name: 'Ansgar Telefonius',
  horseName: 'Morgenröte',
  changes: [],
};
test('what was prepared and is not begun names person and horse, and does not say that all is confirmed', async () => {
  const screen = await open({ ...bare, prepared });
  screen.getByText('Ansgar Telefonius · Morgenröte');
  screen.getByText('Alle vorbereiteten Angaben warten noch auf die Prüfung.');
});

const changed = [
  { label: 'Name des Pferdes', old: 'Donna', new: 'Donna Clara' },
  { label: 'Lebensnummer', old: '276020000123456', new: '' },
];
test.each([
  [
    'each value that was changed',
    changed,
    ['Vorbereitet: Donna → Eingetragen: Donna Clara', 'Vorbereitet: 276020000123456 → Eingetragen: -'],
  ],
  ['that nothing was changed', [], []],
])('what was prepared names who did it and when, and %s', async (_, changes, values) => {
  const screen = await open({ prepared: { ...prepared, changes } });
  const region = screen.getByRole('region', { name: 'Vorbereitet von lukas.weber' });
  expect(region.textContent).toContain('Am Telefon, 01.03.2026, 11:15');
  expect([...region.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(values);
  const none = region.textContent?.includes('Alle vorbereiteten Angaben sind so geblieben.');
  expect(none).toBe(changes.length === 0);
});
