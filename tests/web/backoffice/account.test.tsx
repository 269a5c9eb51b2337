/** What an account says of itself, and where others see it. */
import { expect, test } from 'bun:test';
import { users } from '#db/schema/staff';
import { pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from './scripted-screen';
import { entryOf, setOffice, showFramed } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice();
const { click, fill, press, settled, succeeds } = hands(stage);
const field = 'Abwesend bis einschließlich';
const box = 'Morgens eine E-Mail mit dem, was wartet';
const saved = 'Ihre Einstellungen sind gespeichert.';

test('an absence is said on the own page and shown in the sidebar until it is over', async () => {
  await openOffice();
  const { screen } = await showFramed(stage, pages.backofficeAccount);
  await fill(await screen.findByLabelText(field), '2099-12-01');
  await press('Speichern');
  await succeeds(saved);
  const account = screen.getByRole('region', { name: 'Konto' });
  await settled(() => expect(account.textContent).toContain('abwesend bis 01.12.2099'));
  expect(entryOf(screen.getByLabelText(field))).toBe('2099-12-01');
  await fill(screen.getByLabelText(field), '');
  await press('Speichern');
  await settled(() => expect(account.textContent).not.toContain('abwesend'));
});

test('one that would be over is a slip, which is not saved', async () => {
  await openOffice();
  const { screen } = await showFramed(stage, pages.backofficeAccount);
  await fill(await screen.findByLabelText(field), '2020-12-01');
  await press('Speichern');
  await screen.findByText('Bitte geben Sie den letzten Tag der Abwesenheit an, frühestens heute');
  expect(entryOf(screen.getByLabelText(field))).toBe('2020-12-01');
});

test('one that is over is not shown any more', async () => {
  const office = await openOffice();
  await office.db.write((tx) => tx.update(users).set({ awayUntil: '2026-11-19' }));
  const { screen } = await showFramed(stage, pages.backofficeUsers);
  await screen.findByText('Alle Benutzer (1)');
  expect(document.body.textContent).not.toContain('abwesend');
  await press('Abwesenheit');
  expect(entryOf(await screen.findByLabelText(field))).toBe('');
});

test('administrators say it for others, and for themselves with the sidebar', async () => {
  await openOffice();
  const { screen } = await showFramed(stage, pages.backofficeUsers);
  await screen.findByText('Alle Benutzer (1)');
  await press('Abwesenheit');
  await screen.findByRole('heading', { name: `Abwesenheit von ${administrator.username}` });
  await fill(await screen.findByLabelText(field), '2099-12-24');
  await press('Speichern');
  await succeeds('Die Abwesenheit ist gespeichert.');
  await settled(() => expect(screen.getAllByText('abwesend bis 24.12.2099')).toHaveLength(2));
});

test('the mail of the morning needs an address, and stays as it was chosen', async () => {
  const office = await openOffice();
  const { screen } = await showFramed(stage, pages.backofficeAccount);
  await click(await screen.findByLabelText(box));
  await press('Speichern');
  await screen.findByText('Dafür braucht Ihr Konto eine E-Mail-Adresse');
  await office.db.write((tx) => tx.update(users).set({ email: 'antje@sattelfest.example' }));
  await press('Speichern');
  await succeeds(saved);
  await settled(() => expect(Reflect.get(screen.getByLabelText(box), 'checked')).toBe(true));
  const [stored] = await office.db.read.select().from(users);
  expect(stored).toMatchObject({ digest: true, awayUntil: null });
});
