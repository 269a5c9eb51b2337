/** The accounts of staff. What their buttons do: row-buttons.test.tsx; the form: dialogs.test.tsx. */
import { expect, spyOn, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { administrator } from '#tests/support/staff';
import { user } from '../listed';
import { hands, linesIn, show } from '../scripted-screen';
import { describedOf, entryOf, setOffice, showFramed } from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice();
const { enter, press, settled, usable } = hands(stage);

const lukas = {
  ...user,
  id: 'l',
  username: 'lukas.weber',
  email: 'lukas@post.example',
  role: 'sachbearbeiter',
};
const open = (body: object[]) =>
  show(stage, pages.backofficeUsers, { replies: { [`GET ${api.users}`]: { body } } });

test('all accounts are listed, and a second factor can be ended where there is one, but not the own', async () => {
  const { screen } = await open([
    { ...user, secondFactor: true },
    { ...lukas, secondFactor: true },
    { ...lukas, id: 'm', username: 'mira', awayUntil: '2026-11-19' },
  ]);
  await screen.findByText('Alle Benutzer (3)');
  const buttons = 'Sitzungen beendenAbwesenheitLöschen';
  const created = '20.11.2026, 10:00';
  expect(linesIn(screen.getByRole('table'))).toEqual([
    `antje | - | Administrator | Aktiv | ${created} | ${buttons}`,
    `lukas.weber | lukas@post.example | Sachbearbeiter | Aktiv | ${created} | ${buttons}Zwei-Faktor beenden`,
    `mira | lukas@post.example | Sachbearbeiter | - | ${created} | ${buttons}`,
  ]);
});

test('a new account is one of a case handler at first, and a refusal moves the focus once', async () => {
  await open([user]);
  await press('Benutzer hinzufügen');
  const [name, password] = ['Benutzername', 'Passwort'].map((label) => usable().getByLabelText(label));
  expect(entryOf(usable().getByLabelText('Rolle'))).toBe('sachbearbeiter');
  await enter({ Benutzername: 'ab', Passwort: 'lang-genug-2' });
  // who goes on to the next field stays there
  name?.addEventListener('focus', () => password?.focus(), { once: true });
  await press('Erstellen');
  await usable().findByText('Benutzername muss mindestens 3 Zeichen lang sein');
  await new Promise((resolve) => setTimeout(resolve));
  expectFocus(password ?? null);
  await enter({ Benutzername: 'mira.yilmaz', Passwort: 'Mira.Yilmaz' });
  const weak = 'Schwaches Passwort: Es gleicht dem Benutzernamen.';
  await settled(() => expect(describedOf(usable().getByLabelText('Passwort'))).toBe(weak));
});

test('who ends the own sessions is led to the login', async () => {
  const office = await openOffice();
  const confirm = spyOn(window, 'confirm').mockReturnValue(true);
  afterThisTest(async () => confirm.mockRestore());
  const { screen, router } = await showFramed(stage, pages.backofficeUsers);
  await screen.findByText(administrator.username, { selector: 'td *' });
  await press('Sitzungen beenden');
  await screen.findByRole('heading', { name: 'Backoffice Anmeldung' });
  expect(router.state.location.pathname).toBe(pages.login);
  expect((await office.ask('GET', api.currentUser, { headers: office.admin })).status).toBe(401);
});
