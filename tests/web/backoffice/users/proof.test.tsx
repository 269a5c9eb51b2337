/** The question for password and code, after the forms for accounts. */
import { afterEach, expect, spyOn, test } from 'bun:test';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { hands } from '../scripted-screen';
import { describedOf, entryOf, hire, protect, setOffice, show } from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { click, fails, fill, press, succeeds } = hands(stage);
const restore: (() => void)[] = [];
afterEach(() => {
  for (const one of restore.splice(0)) one();
});

const titleOf = (username: string) => `Konto ${username} erstellen`;

/** The list of accounts, seen by an administrator with a second factor. */
async function open() {
  const office = await openOffice();
  await hire(office, { username: 'lukas.weber', password: 'lang-genug-2' });
  const { code: newCode } = await protect(office);
  const confirm = spyOn(window, 'confirm').mockReturnValue(true);
  restore.push(() => confirm.mockRestore());
  const { screen } = await show(stage, '/backoffice/users');
  await screen.findByText('Alle Benutzer (2)');
  const prove = async (password: string, code: string) => {
    await fill(await screen.findByLabelText('Ihr Passwort'), password);
    await fill(screen.getByLabelText('Code'), code);
    // after a refusal it still says for a moment that it is busy
    await press('Bestätigen');
  };
  const row = () => screen.getByText('lukas.weber', { selector: 'td *' }).closest('tr');
  return { office, screen, confirm, newCode, prove, row };
}

async function openForm() {
  const opened = await open();
  const { screen } = opened;
  await press('Benutzer hinzufügen');
  const create = async (username: string) => {
    await fill(await screen.findByLabelText('Benutzername'), username);
    await fill(screen.getByLabelText('Passwort'), 'lang-genug-2');
    await press('Erstellen');
    await screen.findByRole('heading', { name: titleOf(username) });
  };
  return { ...opened, create };
}

test('deleting asks the browser first, then for password and code; a wrong one loses nothing', async () => {
  const { office, screen, confirm, newCode, prove, row } = await open();
  const button = stage.library.within(row() as HTMLElement).getByRole('button', { name: 'Löschen' });
  await click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Konto lukas.weber löschen' });
  expect(describedOf(dialog)).toStartWith('Bitte bestätigen Sie, dass Sie es sind.');
  expect(confirm).toHaveBeenCalledWith('Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?');
  const code = newCode();
  await prove('falsch-genug', code);
  await screen.findByText('Das Passwort ist falsch.');
  expect(entryOf(screen.getByLabelText('Code'))).toBe(code);
  await prove(administrator.password, '000000');
  await screen.findByText('Der Code ist falsch oder wurde schon benutzt.');
  expect(entryOf(screen.getByLabelText('Ihr Passwort'))).toBe(administrator.password);
  await prove(administrator.password, code);
  await succeeds('Benutzer wurde erfolgreich gelöscht');
  await screen.findByText('Alle Benutzer (1)');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(office.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(4);
});

test('a new account is created after the question, and one dialog is open at a time', async () => {
  const { screen, create, newCode, prove } = await openForm();
  await create('mira.yilmaz');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await prove(administrator.password, newCode());
  await succeeds('Benutzer wurde erfolgreich erstellt');
  await screen.findByText('Alle Benutzer (3)');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Benutzer hinzufügen');
  expect(entryOf(await screen.findByLabelText('Benutzername'))).toBe('');
});

test.each([
  ['it is cancelled', false],
  ['the name is taken', true],
])('the form is there again with its entries when %s', async (_, taken) => {
  const { screen, create, newCode, prove } = await openForm();
  await create(taken ? 'LUKAS.weber' : 'mira.yilmaz');
  if (taken) {
    await prove(administrator.password, newCode());
    await fails('Dieser Benutzername ist bereits vergeben.');
  } else await press('Abbrechen');
  expect(entryOf(await screen.findByLabelText('Passwort'))).toBe('lang-genug-2');
  expect(screen.queryByRole('heading', { name: /^Konto / })).toBeNull();
  // and nothing of it stays after that
  await press('Abbrechen');
  await press('Benutzer hinzufügen');
  expect(entryOf(await screen.findByLabelText('Benutzername'))).toBe('');
});
