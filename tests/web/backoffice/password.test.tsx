/** Changing the password. Its texts are English. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from './scripted-screen';
import { describedOf, entryOf, refused, setOffice, show, showFramed, startOffice } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { click, enter, fails, press, settled, toastIs } = hands(stage);
const labels = ['Current Password', 'New Password', 'Confirm New Password'];
const current = administrator.password;

async function open() {
  const office = await openOffice();
  const { screen } = await show(stage, pages.backofficePassword);
  await screen.findByRole('heading', { level: 1, name: 'Passwort ändern' });
  const change = async (...values: string[]) => {
    await enter(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])));
    await press('Change Password');
  };
  return {
    office,
    screen,
    change,
    entries: () => labels.map((label) => entryOf(screen.getByLabelText(label))),
  };
}
const changed = () =>
  toastIs({ title: 'Password changed successfully', description: 'Your password has been updated.' });

const tooShort = 'New password must be at least 6 characters long';
test.each([
  [
    ['', '', ''],
    ['Current password is required', tooShort, 'Please confirm your new password'],
  ],
  [[current, 'kurz1', 'kurz1'], [tooShort]],
  [[current, 'lang-genug-2', 'lang-genug-3'], ["Passwords don't match"]],
  [
    [current, 'kurz1', 'kurz2'],
    [tooShort, "Passwords don't match"],
  ],
])('%p is refused before it is sent', async (values, messages) => {
  const { office, screen, change } = await open();
  await change(...values);
  for (const message of messages) await screen.findByText(message);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(messages.length);
  expect(office.calls).toEqual([]);
});

test('a change sets the new password, empties the form, keeps the session and ends all others', async () => {
  const { office, change, entries } = await open();
  const old = localStorage.getItem('auth_token');
  await change(current, 'lang-genug-2', 'lang-genug-2');
  await changed();
  expect(entries()).toEqual(['', '', '']);
  const kept = localStorage.getItem('auth_token');
  const statusOf = async (token: string | null) =>
    (await office.ask('GET', api.currentUser, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await statusOf(kept), await statusOf(old)]).toEqual([200, 401]);
});

test.each([
  ['the wrong current password', undefined, 'Current password is incorrect'],
  ['an error without a message', () => refused(500, 'kaputt'), '500: kaputt'],
])('%s shows an error and keeps the entries', async (_, instead, description) => {
  const { office, change, entries } = await open();
  if (instead) office.instead = instead;
  await change('falsch', 'lang-genug-2', 'lang-genug-2');
  await fails(description, 'Error changing password');
  expect(entries()).toEqual(['falsch', 'lang-genug-2', 'lang-genug-2']);
});

test('each field can show its password', async () => {
  const { screen } = await open();
  for (const label of labels) {
    const field = screen.getByLabelText(label);
    const eye = field.parentElement?.querySelector('button') as HTMLElement;
    await click(eye);
    expect([field.getAttribute('type'), eye.getAttribute('aria-label')]).toEqual(['text', 'Hide']);
  }
});

test.each([
  ['short', 'kurz-aber-7', 'Es hat weniger als 12 Zeichen.'],
  ['common', 'iloveyou', 'Es gehört zu den häufigsten Passwörtern.'],
  ['common in capitals', 'ILoveYou', 'Es gehört zu den häufigsten Passwörtern.'],
  ['the username', 'ANTJE', 'Es gleicht dem Benutzernamen.'],
])('a new password that is %s is called weak beside its field', async (_, typed, reason) => {
  const { screen } = await open();
  const field = screen.getByLabelText('New Password');
  await enter({ 'New Password': typed });
  await settled(() => expect(describedOf(field)).toBe(`Schwaches Passwort: ${reason}`));
  await enter({ 'New Password': 'vier Pferde am Zaun' });
  expect(describedOf(field)).toBe('');
});

test('PASSWORD_MIN is in the message', async () => {
  await startOffice({ known: true, env: { PASSWORD_MIN: '12' } });
  const { screen } = await showFramed(stage, pages.backofficePassword);
  await enter({ 'New Password': 'elf-zeichen' });
  await press('Change Password');
  await screen.findByText('New password must be at least 12 characters long');
});
