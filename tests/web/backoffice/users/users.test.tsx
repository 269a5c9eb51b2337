/** The accounts of staff: list, creation and deletion. */
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { api } from '#domain/urls';
import { codeOf } from '#tests/support/codes';
import { expectFocus, setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { keepToken } from '#web/backoffice/session';
import { hands, shownToast } from '../scripted-screen';
import { describedOf, entryOf, refused, setOffice, show, showFramed, startOffice } from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice();
const { click, fill } = hands(stage);
const lukas = { username: 'lukas.weber', password: 'lang-genug-2', email: 'lukas@post.example' };
const restore: (() => void)[] = [];
afterEach(() => {
  for (const one of restore.splice(0)) one();
});

/** Opens the list with these further accounts. `answer` is the reply to the browser's confirmation. */
async function open({ others = [] as object[], answer = true } = {}) {
  const office = await openOffice();
  for (const body of others) await office.ask('POST', api.users, { body, headers: office.admin });
  const confirm = spyOn(window, 'confirm').mockReturnValue(answer);
  restore.push(() => confirm.mockRestore());
  const { screen } = await show(stage, '/backoffice/users');
  await screen.findByRole('heading', { name: /^Alle Benutzer/ });
  const rowOf = (name: string) => {
    const row = screen.getByText(name, { selector: 'td *' }).closest('tr');
    if (!row) throw new Error(`${name} is not listed`);
    return row;
  };
  const remove = (name: string) =>
    click(stage.library.within(rowOf(name)).getByRole('button', { name: 'Löschen' }));
  return { office, screen, confirm, rowOf, remove };
}

async function openDialog(options?: Parameters<typeof open>[0]) {
  const opened = await open(options);
  await click(opened.screen.getByRole('button', { name: 'Benutzer hinzufügen' }));
  await opened.screen.findByRole('heading', { name: 'Neuen Benutzer erstellen' });
  const create = () => click(opened.screen.getByRole('button', { name: 'Erstellen' }));
  return { ...opened, create };
}

const toastIs = (expected: object) =>
  stage.library.waitFor(() => expect(shownToast()).toMatchObject(expected));

test('all accounts are listed, with a dash for a missing value', async () => {
  const { screen, rowOf } = await open({ others: [lukas] });
  await screen.findByText('Alle Benutzer (2)');
  expect(rowOf('lukas.weber').textContent).toContain('lukas@post.example');
  expect(rowOf('lukas.weber').textContent).toContain('Sachbearbeiter');
  const cells = Array.from(rowOf('admin').cells, ({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual(['admin', '-', 'Administrator', '-']);
  expect(cells[4]).toMatch(/^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$/);
});

test('a new account is created, and the dialog closes and is empty the next time', async () => {
  const { office, screen, create } = await openDialog();
  expect(entryOf(screen.getByLabelText('Rolle'))).toBe('sachbearbeiter');
  await fill(screen.getByLabelText('Benutzername'), 'mira.yilmaz');
  await fill(screen.getByLabelText('Passwort'), 'lang-genug-2');
  await create();
  await toastIs({ title: 'Erfolgreich', description: 'Benutzer wurde erfolgreich erstellt' });
  await screen.findByText('Alle Benutzer (2)');
  expect(screen.queryByRole('dialog')).toBeNull();
  const signedIn = await office.ask('POST', api.login, {
    body: { username: 'mira.yilmaz', password: 'lang-genug-2' },
  });
  expect(await signedIn.json()).toMatchObject({ user: { role: 'sachbearbeiter', email: null } });
  await click(screen.getByRole('button', { name: 'Benutzer hinzufügen' }));
  expect(entryOf(await screen.findByLabelText('Benutzername'))).toBe('');
});

test.each([
  ['Benutzername', 'ab', 'Benutzername muss mindestens 3 Zeichen lang sein'],
  ['Passwort', 'fünf5', 'Passwort muss mindestens 6 Zeichen lang sein'],
  ['E-Mail (optional)', 'keine', 'Ungültige E-Mail-Adresse'],
])('%s %p is refused before anything is sent', async (label, value, message) => {
  const { office, screen, create } = await openDialog();
  await fill(screen.getByLabelText('Benutzername'), 'mira.yilmaz');
  await fill(screen.getByLabelText('Passwort'), 'lang-genug-2');
  await fill(screen.getByLabelText(label), value);
  await create();
  await screen.findByText(message);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  expect(office.calls).not.toContain(`POST ${api.users}`);
});

test('a refusal moves the focus once: who goes on to the next field stays there', async () => {
  const { screen, create } = await openDialog();
  const name = screen.getByLabelText('Benutzername');
  const password = screen.getByLabelText('Passwort');
  await fill(name, 'ab');
  await fill(password, 'lang-genug-2');
  name.addEventListener('focus', () => password.focus(), { once: true });
  await create();
  await screen.findByText('Benutzername muss mindestens 3 Zeichen lang sein');
  await new Promise((resolve) => setTimeout(resolve));
  expectFocus(password);
});

test.each([
  ['a taken username', undefined, 'Dieser Benutzername ist bereits vergeben.'],
  ['an error without a message', () => refused(500, 'kaputt'), 'Failed to create user'],
])('%s shows an error and keeps every entry', async (_, instead, description) => {
  const { office, screen, create } = await openDialog();
  await fill(screen.getByLabelText('Benutzername'), 'ADMIN');
  await fill(screen.getByLabelText('Passwort'), 'lang-genug-2');
  await fill(screen.getByLabelText('E-Mail (optional)'), 'chef@post.example');
  await fill(screen.getByLabelText('Rolle'), 'admin');
  if (instead) office.instead = instead;
  await create();
  await toastIs({ title: 'Fehler', description, tone: 'destructive' });
  const fields = ['Benutzername', 'Passwort', 'E-Mail (optional)', 'Rolle'].map((label) =>
    screen.getByLabelText(label),
  );
  expect(fields.map(entryOf)).toEqual(['ADMIN', 'lang-genug-2', 'chef@post.example', 'admin']);
});

test('an account is deleted after a confirmation', async () => {
  const { screen, confirm, remove } = await open({ others: [lukas] });
  await remove('lukas.weber');
  expect(confirm).toHaveBeenCalledWith('Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?');
  await toastIs({ title: 'Erfolgreich', description: 'Benutzer wurde erfolgreich gelöscht' });
  await screen.findByText('Alle Benutzer (1)');
});

test('an account stays when the confirmation is declined', async () => {
  const { office, remove } = await open({ others: [lukas], answer: false });
  await remove('lukas.weber');
  expect(office.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

test.each([
  ["of one's own account", undefined, 'Sie können Ihr eigenes Benutzerkonto nicht löschen.'],
  ['without a message', () => refused(500, 'kaputt'), 'Failed to delete user'],
])('a refused deletion %s shows an error and keeps the account', async (_, instead, description) => {
  const { office, screen, remove } = await open();
  if (instead) office.instead = (request) => (request.method === 'DELETE' ? instead() : undefined);
  await remove(administrator.username);
  await toastIs({ title: 'Fehler', description, tone: 'destructive' });
  await screen.findByText('Alle Benutzer (1)');
});

test('a case handler sees that they have no permission', async () => {
  const office = await openOffice();
  await office.ask('POST', api.users, { body: lukas, headers: office.admin });
  const answer = await office.ask('POST', api.login, { body: lukas });
  const { token } = (await answer.json()) as { token: string };
  keepToken(token);
  const { screen } = await show(stage, '/backoffice/users');
  await screen.findByText('Dafür fehlt Ihnen die Berechtigung.');
  expect(screen.queryByRole('button', { name: 'Benutzer hinzufügen' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Zur Übersicht' }).getAttribute('href')).toBe('/backoffice');
});

test('an empty list says that there are no users', async () => {
  const office = await openOffice();
  office.instead = () => Response.json([]);
  const { screen } = await show(stage, '/backoffice/users');
  await screen.findByText('Keine Benutzer gefunden');
  await screen.findByText('Alle Benutzer (0)');
});

test.each([
  ['short', 'kurz-aber-7', 'Es hat weniger als 12 Zeichen.'],
  ['common', 'passwort', 'Es gehört zu den häufigsten Passwörtern.'],
  ['the username', 'Mira.Yilmaz', 'Es gleicht dem Benutzernamen.'],
])('the password of a new account that is %s is called weak beside its field', async (_, typed, reason) => {
  const { screen, create } = await openDialog();
  await fill(screen.getByLabelText('Benutzername'), 'mira.yilmaz');
  const field = screen.getByLabelText('Passwort');
  await fill(field, typed);
  await stage.library.waitFor(() => expect(describedOf(field)).toBe(`Schwaches Passwort: ${reason}`));
  await create();
  await toastIs({ title: 'Erfolgreich', description: 'Benutzer wurde erfolgreich erstellt' });
});

describe('a second factor', () => {
  /** Lukas has one; he has set it up by the API. */
  async function openWithOne(answer = true) {
    const opened = await open({ others: [lukas], answer });
    const { office } = opened;
    const login = await office.ask('POST', api.login, { body: lukas });
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const body = { currentPassword: lukas.password };
    const begun = await office.ask('POST', api.secondFactor, { body, headers });
    const { secret } = (await begun.json()) as { secret: string };
    const code = codeOf(secret, office.clock.now);
    await office.ask('PUT', api.secondFactor, { body: { code }, headers });
    await click(opened.screen.getByRole('button', { name: 'Aktualisieren' }));
    await stage.library.waitFor(() => expect(cellOf(opened, 'lukas.weber')).toBe('Aktiv'));
    return { ...opened, headers };
  }
  const cellOf = ({ rowOf }: Awaited<ReturnType<typeof open>>, name: string) =>
    rowOf(name).cells[3]?.textContent;
  const buttonIn = ({ rowOf }: Awaited<ReturnType<typeof open>>, name: string) =>
    stage.library.within(rowOf(name)).queryByRole('button', { name: 'Zwei-Faktor beenden' });

  test('has a column, and can be ended where there is one', async () => {
    const opened = await openWithOne();
    const { office, screen, confirm, headers } = opened;
    screen.getByRole('columnheader', { name: 'Zwei-Faktor' });
    expect(cellOf(opened, 'admin')).toBe('-');
    expect(buttonIn(opened, 'admin')).toBeNull();
    const button = buttonIn(opened, 'lukas.weber');
    if (!button) throw new Error('no button');
    await click(button);
    expect(confirm).toHaveBeenCalledWith(expect.stringContaining('Zwei-Faktor-Anmeldung'));
    await toastIs({ title: 'Erfolgreich', description: 'Die Zwei-Faktor-Anmeldung wurde beendet' });
    await stage.library.waitFor(() => expect(cellOf(opened, 'lukas.weber')).toBe('-'));
    expect(buttonIn(opened, 'lukas.weber')).toBeNull();
    expect((await office.ask('GET', api.currentUser, { headers })).status).toBe(401);
  });

  test('stays when the confirmation is declined', async () => {
    const opened = await openWithOne(false);
    const button = buttonIn(opened, 'lukas.weber');
    if (!button) throw new Error('no button');
    await click(button);
    expect(opened.office.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  test("of one's own is not ended in the list", async () => {
    const { admin, ...office } = await startOffice({ known: true });
    const body = { currentPassword: administrator.password };
    const begun = await office.ask('POST', api.secondFactor, { body, headers: admin });
    const { secret } = (await begun.json()) as { secret: string };
    const code = { code: codeOf(secret, office.clock.now) };
    await office.ask('PUT', api.secondFactor, { body: code, headers: admin });
    const { screen } = await showFramed(stage, '/backoffice/users');
    await screen.findByText('Aktiv');
    screen.getByRole('button', { name: 'Sitzungen beenden' });
    expect(screen.queryByRole('button', { name: 'Zwei-Faktor beenden' })).toBeNull();
  });
});
