import { expect, test } from 'bun:test';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from './scripted-screen';
import { entryOf, refused, show, startOffice } from './staff-screen';

const stage = setDocument();
const { click, fill } = hands(stage);

async function open() {
  const office = await startOffice({ known: true });
  localStorage.clear();
  const { screen, router } = await show(stage, '/login');
  await screen.findByRole('heading', { level: 1, name: 'Backoffice Anmeldung' });
  const submit = () => click(screen.getByRole('button', { name: 'Anmelden' }));
  const enter = async (username: string, password: string) => {
    await fill(screen.getByLabelText('Benutzername'), username);
    await fill(screen.getByLabelText('Passwort'), password);
    await submit();
  };
  return { office, screen, router, submit, enter };
}

test('both fields are required, and each message belongs to its field', async () => {
  const { office, screen, submit } = await open();
  await submit();
  for (const [label, text] of [
    ['Benutzername', 'Benutzername ist erforderlich'],
    ['Passwort', 'Passwort ist erforderlich'],
  ] as const) {
    const message = await screen.findByText(text);
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const tied = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(tied?.contains(message)).toBe(true);
  }
  expect(office.calls).toEqual([]);
});

test('the right password opens the backoffice and stores the token', async () => {
  const { screen, router, enter } = await open();
  await enter(administrator.username, administrator.password);
  await screen.findByText('Das Dashboard');
  expect(router.state.location.pathname).toBe('/backoffice');
  expect(localStorage.getItem('auth_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test.each([
  ['a wrong password', 'admin', 'falsch'],
  ['an unknown user', 'niemand', 'geheim-genug-1'],
])('%s gets the same message, and the entries stay', async (_, username, password) => {
  const { screen, enter } = await open();
  await enter(username, password);
  expect((await screen.findByRole('alert')).textContent).toBe('Ungültiger Benutzername oder Passwort');
  expect(entryOf(screen.getByLabelText('Benutzername'))).toBe(username);
  expect(entryOf(screen.getByLabelText('Passwort'))).toBe(password);
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test.each([
  ['an error without a message', () => refused(503, 'Service Unavailable'), 'Login failed'],
  [
    'an unreachable server',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Anmeldung fehlgeschlagen',
  ],
])('%s says that the login failed', async (_, instead, words) => {
  const { office, screen, enter } = await open();
  office.instead = instead;
  await enter('admin', 'geheim-genug-1');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test('the eye shows the password and hides it', async () => {
  const { screen } = await open();
  const field = screen.getByLabelText('Passwort');
  expect(field.getAttribute('type')).toBe('password');
  await click(screen.getByRole('button', { name: 'Anzeigen' }));
  expect(field.getAttribute('type')).toBe('text');
  await click(screen.getByRole('button', { name: 'Verbergen' }));
  expect(field.getAttribute('type')).toBe('password');
});
