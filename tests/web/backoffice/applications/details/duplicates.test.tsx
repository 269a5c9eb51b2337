/** The notice that another application may be about the same contract. */
import { expect, test } from 'bun:test';
import { type Duplicate, mostDuplicates } from '#domain/applications/duplicates';
import { setDocument } from '#tests/support/dom';
import { openDetails, whole } from './details-case';

const stage = setDocument();
const twin: Duplicate = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  createdAt: '2026-03-01T23:30:00Z',
  horseName: '<b>Donna</b>',
  status: 'in_review',
  reason: 'gleiche Lebensnummer',
};

const opened = async (duplicates: Duplicate[]) => {
  const { screen } = await openDetails(stage, { body: { ...whole, duplicates } });
  await screen.findByRole('tab', { name: 'Pferd' });
  return screen;
};

test('names each with a link, the horse, the day, the status and what is alike', async () => {
  const draft = { ...twin, id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', status: null, horseName: null };
  const screen = await opened([twin, draft]);
  const note = screen.getByText('Mögliche Dublette').closest('[role=note]');
  const items = Array.from(note?.querySelectorAll('li') ?? []);
  expect(
    items.map((item) =>
      [...item.querySelectorAll('a, span'), item.lastElementChild].map((part) => part?.textContent),
    ),
  ).toEqual([
    ['Antrag 7c9e6679...', '<b>Donna</b>, vom 02.03.2026, In Prüfung', 'gleiche Lebensnummer'],
    ['Antrag 1b9d6bcd...', 'vom 02.03.2026, In Bearbeitung', 'gleiche Lebensnummer'],
  ]);
  const link = screen.getByRole('link', { name: 'Antrag 7c9e6679...' });
  expect(link.getAttribute('href')).toBe(`/backoffice/applications/${twin.id}`);
  expect(note?.textContent).not.toContain('höchstens');
});

test('says that there may be more', async () => {
  const many = Array.from({ length: mostDuplicates }, (_, index) => ({ ...twin, id: `${index}` }));
  (await opened(many)).getByText('Gezeigt werden höchstens 10.');
});

test('is not there without one', async () => {
  expect((await opened([])).queryByText('Mögliche Dublette')).toBeNull();
});
