/** The accounts of staff: list, creation and deletion. */
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/staff';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from '../scripted-screen';
import {
  describedOf,
  entryOf,
  hire,
  protect,
  refused,
  setOffice,
  show,
  showFramed,
  signInElsewhere,
  startOffice,
} from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice();
const { click, fails, fill, press, settled, succeeds } = hands(stage);
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
  await press('Benutzer hinzufügen');
  await opened.screen.findByRole('heading', { name: 'Neuen Benutzer erstellen' });
  const create = () => press('Erstellen');
  return { ...opened, create };
}

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
  await succeeds('Benutzer wurde erfolgreich erstellt');
  await screen.findByText('Alle Benutzer (2)');
  expect(screen.queryByRole('dialog')).toBeNull();
  const signedIn = await office.ask('POST', api.login, {
    body: { username: 'mira.yilmaz', password: 'lang-genug-2' },
  });
  expect(await signedIn.json()).toMatchObject({ user: { role: 'sachbearbeiter', email: null } });
  await press('Benutzer hinzufügen');
  expect(entryOf(await screen.findByLabelText('Benutzername'))).toBe('');
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

test('an account is deleted after a confirmation', async () => {
  const { screen, confirm, remove } = await open({ others: [lukas] });
  await remove('lukas.weber');
  expect(confirm).toHaveBeenCalledWith('Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?');
  await succeeds('Benutzer wurde erfolgreich gelöscht');
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
  await fails(description);
  await screen.findByText('Alle Benutzer (1)');
});

test('an account that somebody else has just deleted is gone from the list, too', async () => {
  const { office, screen, remove } = await open({ others: [lukas] });
  await office.db.write((tx) => tx.delete(users).where(eq(users.username, lukas.username)));
  await remove(lukas.username);
  await fails('Diesen Benutzer gibt es nicht.');
  await screen.findByText('Alle Benutzer (1)');
});

test("a colleague's sessions are ended after a question, and one's own lead to the login", async () => {
  const office = await openOffice();
  const { headers } = await hire(office, lukas);
  const isIn = async (who: Record<string, string>) =>
    (await office.ask('GET', api.currentUser, { headers: who })).status === 200;
  const confirm = spyOn(window, 'confirm').mockReturnValue(false);
  restore.push(() => confirm.mockRestore());
  const { screen, router } = await showFramed(stage, pages.backofficeUsers);
  const end = async (name: string) => {
    const row = (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement;
    await click(stage.library.within(row).getByRole('button', { name: 'Sitzungen beenden' }));
  };
  await end(lukas.username);
  expect(await isIn(headers)).toBe(true);
  confirm.mockReturnValue(true);
  await end(lukas.username);
  await succeeds('Alle Sitzungen wurden beendet');
  expect([await isIn(headers), await isIn(office.admin)]).toEqual([false, true]);
  await end(administrator.username);
  await screen.findByRole('heading', { name: 'Backoffice Anmeldung' });
  expect([router.state.location.pathname, await isIn(office.admin)]).toEqual([pages.login, false]);
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
  await settled(() => expect(describedOf(field)).toBe(`Schwaches Passwort: ${reason}`));
  await create();
  await succeeds('Benutzer wurde erfolgreich erstellt');
});

describe('a second factor', () => {
  /** Lukas has one; he has set it up by the API. */
  async function openWithOne(answer = true) {
    const opened = await open({ others: [lukas], answer });
    const { office } = opened;
    const { headers } = await signInElsewhere(office, lukas);
    await protect(office, lukas.password, headers);
    await press('Aktualisieren');
    await settled(() => expect(cellOf(opened, 'lukas.weber')).toBe('Aktiv'));
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
    await succeeds('Die Zwei-Faktor-Anmeldung wurde beendet');
    await settled(() => expect(cellOf(opened, 'lukas.weber')).toBe('-'));
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
    const office = await startOffice({ known: true });
    await protect(office);
    const { screen } = await showFramed(stage, '/backoffice/users');
    await screen.findByText('Aktiv');
    screen.getByRole('button', { name: 'Sitzungen beenden' });
    expect(screen.queryByRole('button', { name: 'Zwei-Faktor beenden' })).toBeNull();
  });
});
