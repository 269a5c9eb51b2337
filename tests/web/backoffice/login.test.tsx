import { describe, expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { expectFocus, setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from './scripted-screen';
import { describedOf, entryOf, refused, setOffice, show } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { click, fill, press, settled } = hands(stage);

async function open() {
  const office = await openOffice();
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
  expect(entryOf(screen.getByLabelText('Passwort'))).toBe('geheim-genug-1');
});

describe('with a second factor', () => {
  async function openProtected() {
    const opened = await open();
    const { office, screen, enter, submit } = opened;
    const ask = (method: string, body: object) =>
      office.ask(method, api.secondFactor, { body, headers: office.admin });
    const begun = await ask('POST', { currentPassword: administrator.password });
    const { secret } = (await begun.json()) as { secret: string };
    const set = await ask('PUT', { code: codeOf(secret, office.clock.now) });
    const { recoveryCodes } = (await set.json()) as { recoveryCodes: string[] };
    office.clock.now += step;
    await enter(administrator.username, administrator.password);
    const field = await screen.findByLabelText('Code');
    const type = async (code: string) => {
      await fill(field, code);
      await submit();
    };
    return { ...opened, secret, recoveryCodes, field, type };
  }

  test('the right password makes the field Code appear, which has the focus, and the entries stay', async () => {
    const { screen, field } = await openProtected();
    expect(screen.getByRole('alert').textContent).toBe(
      'Bitte geben Sie den Code Ihrer Authenticator-App ein',
    );
    expectFocus(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(['Benutzername', 'Passwort'].map((label) => entryOf(screen.getByLabelText(label)))).toEqual([
      administrator.username,
      administrator.password,
    ]);
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  test('a wrong password does not', async () => {
    const { screen, enter } = await open();
    await enter(administrator.username, 'falsch');
    await screen.findByRole('alert');
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  test('the code opens the backoffice, also with a blank in it', async () => {
    const { office, screen, secret, type } = await openProtected();
    const code = codeOf(secret, office.clock.now);
    await type(`${code.slice(0, 3)} ${code.slice(3)}`);
    await screen.findByText('Das Dashboard');
    expect(localStorage.getItem('auth_token')).not.toBeNull();
  });

  test('a recovery code does too, in small letters and without hyphens', async () => {
    const { screen, recoveryCodes, type } = await openProtected();
    await type((recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ''));
    await screen.findByText('Das Dashboard');
  });

  test('another name needs no code of the first one', async () => {
    const { office, screen, enter, router, secret } = await openProtected();
    const mira = { username: 'mira.yilmaz', password: 'lang-genug-2' };
    office.clock.now += step;
    const proof = { currentPassword: administrator.password, code: codeOf(secret, office.clock.now) };
    await office.ask('POST', api.users, { body: { ...mira, ...proof }, headers: office.admin });
    await fill(screen.getByLabelText('Code'), '123456');
    await fill(screen.getByLabelText('Benutzername'), mira.username);
    expect(screen.queryByLabelText('Code')).toBeNull();
    await enter(mira.username, mira.password);
    await settled(() => expect(router.state.location.pathname).toBe('/backoffice'));
  });

  test('a missing code is named at the field, and nothing is sent', async () => {
    const { office, field, type } = await openProtected();
    const before = office.calls.length;
    await type('');
    await settled(() => expect(describedOf(field)).toContain('Bitte geben Sie den Code ein'));
    expect([document.activeElement === field, office.calls.length]).toEqual([true, before]);
  });

  test('a wrong code is refused, and its field is empty and has the focus', async () => {
    const { office, screen, secret, field, type } = await openProtected();
    const wrong = wrongCode(secret, office.clock.now);
    await type(wrong);
    await settled(() => expect(screen.getByRole('alert').textContent).toMatch(/Code/));
    expect(screen.getByRole('alert').textContent).not.toMatch(/Authenticator/);
    expect(entryOf(field)).toBe('');
    expectFocus(field);
    expect(entryOf(screen.getByLabelText('Benutzername'))).toBe(administrator.username);
    await type(codeOf(secret, office.clock.now));
    await screen.findByText('Das Dashboard');
  });
});

test('without a second factor only name and password are sent', async () => {
  const { office, enter, screen } = await open();
  let sent: unknown;
  office.instead = async (request) => {
    sent = await request.clone().json();
    return undefined;
  };
  await enter(administrator.username, administrator.password);
  await screen.findByText('Das Dashboard');
  expect(sent).toEqual(administrator);
});

test('the eye shows the password and hides it', async () => {
  const { screen } = await open();
  const field = screen.getByLabelText('Passwort');
  expect(field.getAttribute('type')).toBe('password');
  await press('Anzeigen');
  expect(field.getAttribute('type')).toBe('text');
  await press('Verbergen');
  expect(field.getAttribute('type')).toBe('password');
});
