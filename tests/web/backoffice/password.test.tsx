/** Changing the password. Its texts are English. */
import { expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands, shownToast } from './scripted-screen';
import { describedOf, entryOf, refused, setOffice, show, showFramed, startOffice } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { click, fill, press, settled, toastIs } = hands(stage);
const labels = ['Current Password', 'New Password', 'Confirm New Password'];

async function open() {
  const office = await openOffice();
  const { screen } = await show(stage, '/backoffice/change-password');
  await screen.findByRole('heading', { level: 1, name: 'Passwort ändern' });
  const change = async (...values: string[]) => {
    for (const [index, value] of values.entries())
      await fill(screen.getByLabelText(labels[index] ?? ''), value);
    await press('Change Password');
  };
  return { office, screen, change };
}

test.each([
  [
    ['', '', ''],
    [
      'Current password is required',
      'New password must be at least 6 characters long',
      'Please confirm your new password',
    ],
  ],
  [[administrator.password, 'kurz1', 'kurz1'], ['New password must be at least 6 characters long']],
  [[administrator.password, 'lang-genug-2', 'lang-genug-3'], ["Passwords don't match"]],
  [
    [administrator.password, 'kurz1', 'kurz2'],
    ['New password must be at least 6 characters long', "Passwords don't match"],
  ],
])('%p is refused before it is sent', async (values, messages) => {
  const { office, screen, change } = await open();
  await change(...values);
  for (const message of messages) await screen.findByText(message);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(messages.length);
  expect(office.calls).toEqual([]);
});

test('a change sets the new password, empties the form and keeps the session', async () => {
  const { office, screen, change } = await open();
  const old = localStorage.getItem('auth_token');
  await change(administrator.password, 'lang-genug-2', 'lang-genug-2');
  await settled(() => expect(shownToast()).toBeDefined());
  expect(shownToast()).toMatchObject({
    title: 'Password changed successfully',
    description: 'Your password has been updated.',
  });
  for (const label of labels) expect(entryOf(screen.getByLabelText(label))).toBe('');
  const kept = localStorage.getItem('auth_token');
  expect(kept).not.toBe(old);
  const whoIs = (token: string | null) =>
    office.ask('GET', api.currentUser, { headers: { authorization: `Bearer ${token}` } });
  expect((await whoIs(kept)).status).toBe(200);
  expect((await whoIs(old)).status).toBe(401);
});

test.each([
  ['the wrong current password', undefined, 'Current password is incorrect'],
  ['an error without a message', () => refused(500, 'kaputt'), '500: kaputt'],
])('%s shows an error and keeps the entries', async (_, instead, description) => {
  const { office, screen, change } = await open();
  if (instead) office.instead = instead;
  await change('falsch', 'lang-genug-2', 'lang-genug-2');
  await settled(() => expect(shownToast()).toBeDefined());
  expect(shownToast()).toMatchObject({ title: 'Error changing password', description, tone: 'destructive' });
  expect(labels.map((label) => entryOf(screen.getByLabelText(label)))).toEqual([
    'falsch',
    'lang-genug-2',
    'lang-genug-2',
  ]);
});

test('the button keeps the focus, does nothing and says so while the change is sent', async () => {
  const { office, screen, change } = await open();
  const { promise, resolve } = Promise.withResolvers<Response>();
  office.instead = () => promise;
  await change(administrator.password, 'lang-genug-2', 'lang-genug-2');
  const button = await screen.findByRole('button', { name: 'Changing Password...' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await click(button);
  expect(office.calls.filter((call) => call === `POST ${api.changePassword}`)).toHaveLength(1);
  resolve(refused(500, 'kaputt'));
  await screen.findByRole('button', { name: 'Change Password' });
});

test('each field can show its password', async () => {
  const { screen } = await open();
  for (const label of labels) {
    const field = screen.getByLabelText(label);
    const eye = field.parentElement?.querySelector('button');
    if (!eye) throw new Error(`${label} has no toggle`);
    await click(eye);
    expect(field.getAttribute('type')).toBe('text');
    expect(eye.getAttribute('aria-label')).toBe('Hide');
  }
});

test.each([
  ['short', 'kurz-aber-7', 'Es hat weniger als 12 Zeichen.'],
  ['common', 'iloveyou', 'Es gehört zu den häufigsten Passwörtern.'],
  ['common in capitals', 'ILoveYou', 'Es gehört zu den häufigsten Passwörtern.'],
  ['the username', 'ANTJE', 'Es gleicht dem Benutzernamen.'],
])('a new password that is %s is called weak beside its field', async (_, typed, reason) => {
  const { screen } = await open();
  await fill(screen.getByLabelText('New Password'), typed);
  await settled(() => expect(describedOf(screen.getByLabelText('New Password'))).toContain(reason));
  expect(describedOf(screen.getByLabelText('New Password'))).toBe(`Schwaches Passwort: ${reason}`);
  await fill(screen.getByLabelText('New Password'), 'vier Pferde am Zaun');
  expect(describedOf(screen.getByLabelText('New Password'))).toBe('');
});

test('a weak password is accepted all the same', async () => {
  const { change } = await open();
  await change(administrator.password, '123456', '123456');
  await toastIs({ title: 'Password changed successfully' });
});

test('PASSWORD_MIN is in the message', async () => {
  await startOffice({ known: true, env: { PASSWORD_MIN: '12' } });
  const { screen } = await showFramed(stage, '/backoffice/change-password');
  await fill(await screen.findByLabelText('New Password'), 'elf-zeichen');
  await press('Change Password');
  await screen.findByText('New password must be at least 12 characters long');
});
