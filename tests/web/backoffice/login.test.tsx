/** The login: its entries, failures, and the code of a second factor. */
import { describe, expect, test } from 'bun:test';
import { pages } from '#domain/urls';
import { wrongCode } from '#tests/support/codes';
import { expectFocus, setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from './scripted-screen';
import { describedOf, entryOf, hire, protect, refused, setOffice, show } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { enter, press, settled } = hands(stage);

async function open() {
  const office = await openOffice();
  localStorage.clear();
  const { screen, router } = await show(stage, pages.login);
  await screen.findByRole('heading', { level: 1, name: 'Backoffice Anmeldung' });
  const field = (label: string) => screen.getByLabelText(label);
  return {
    ...{ office, screen, router, field },
    said: async () => (await screen.findByRole('alert')).textContent,
    entries: () => ['Benutzername', 'Passwort'].map((label) => entryOf(field(label))),
    token: () => localStorage.getItem('auth_token'),
    isIn: () => screen.findByText('Das Dashboard'),
  };
}
const signIn = async (username: string = administrator.username, password = administrator.password) => {
  await enter({ Benutzername: username, Passwort: password });
  await press('Anmelden');
};

test('both fields are required, and each message belongs to its field', async () => {
  const { office, field } = await open();
  await press('Anmelden');
  for (const label of ['Benutzername', 'Passwort']) {
    await settled(() => expect(describedOf(field(label))).toContain(`${label} ist erforderlich`));
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  }
  expect(office.calls).toEqual([]);
});

test('the right password opens the backoffice and stores the token, and is all that is sent', async () => {
  const { office, router, token, isIn } = await open();
  let sent: unknown;
  office.instead = async (request) => {
    sent = await request.clone().json();
    return undefined;
  };
  await signIn();
  await isIn();
  expect(router.state.location.pathname).toBe(pages.backoffice);
  expect(token()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(sent).toEqual(administrator);
});

const wrong = 'Ungültiger Benutzername oder Passwort';
const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const late = () => Promise.reject(new DOMException('', 'TimeoutError'));
test.each<[string, string, string, (() => Response | Promise<Response>) | undefined, string]>([
  ['a wrong password', 'admin', 'falsch', undefined, wrong],
  ['an unknown user', 'niemand', administrator.password, undefined, wrong],
  ['an error without a message', 'admin', 'geheim', () => refused(503, 'Unavailable'), 'Login failed'],
  ['an unreachable server', 'admin', 'geheim', gone, 'Anmeldung fehlgeschlagen'],
  ['a server that is too slow', 'admin', 'geheim', late, 'Anmeldung fehlgeschlagen'],
])('%s is said, asks for no code, and keeps the entries', async (_, username, password, instead, words) => {
  const { office, screen, said, entries, token } = await open();
  if (instead) office.instead = instead;
  await signIn(username, password);
  expect([await said(), entries(), token()]).toEqual([words, [username, password], null]);
  expect(screen.queryByLabelText('Code')).toBeNull();
});

describe('with a second factor', () => {
  async function openProtected() {
    const opened = await open();
    const { office, screen } = opened;
    const factor = await protect(office);
    await signIn();
    const code = await screen.findByLabelText('Code');
    const type = async (typed: string) => {
      await enter({ Code: typed });
      await press('Anmelden');
    };
    return { ...opened, ...factor, field: code, type };
  }

  test('the right password makes the field Code appear, which has the focus, and the entries stay', async () => {
    const { field, entries, said, token } = await openProtected();
    expect(await said()).toBe('Bitte geben Sie den Code Ihrer Authenticator-App ein');
    expectFocus(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect([entries(), token()]).toEqual([[administrator.username, administrator.password], null]);
  });

  test('the code opens the backoffice, also with a blank in it', async () => {
    const { isIn, code, token, type } = await openProtected();
    await type(code().replace(/^.../, '$& '));
    await isIn();
    expect(token()).not.toBeNull();
  });

  test('another name needs no code of the first one', async () => {
    const { office, screen, code, isIn } = await openProtected();
    const mira = { username: 'mira.yilmaz', password: 'lang-genug-2' };
    await hire(office, { ...mira, ...{ currentPassword: administrator.password, code: code() } });
    await enter({ Code: '123456', Benutzername: mira.username });
    expect(screen.queryByLabelText('Code')).toBeNull();
    await signIn(mira.username, mira.password);
    await isIn();
  });

  test('a missing code is named at the field, and nothing is sent', async () => {
    const { office, field, type } = await openProtected();
    const before = office.calls.length;
    await type('');
    await settled(() => expect(describedOf(field)).toContain('Bitte geben Sie den Code ein'));
    expectFocus(field);
    expect(office.calls.length).toBe(before);
  });

  test('a wrong code is refused, and its field is empty and has the focus', async () => {
    const { office, secret, screen, code, field, entries, isIn, type } = await openProtected();
    await type(wrongCode(secret, office.clock.now));
    await settled(() => expect(screen.getByRole('alert').textContent).toMatch(/Code(?!.*Authenticator)/));
    expect(screen.getByRole('alert').textContent).not.toMatch(/Authenticator/);
    expect([entryOf(field), entries()[0]]).toEqual(['', administrator.username]);
    expectFocus(field);
    await type(code());
    await isIn();
  });
});
