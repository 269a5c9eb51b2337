/** Password managers fill the fields of a sign-in and of a new password, and nothing keeps anybody from pasting. */
// ASVS 6.2.6, 6.2.7
import { expect, test } from 'bun:test';
import { setDocument } from '#tests/support/dom';
import { show, startOffice } from './staff-screen';

const stage = setDocument();

test.each([
  ['/login', 'Backoffice Anmeldung', ['username', 'current-password']],
  ['/backoffice/change-password', 'Passwort ändern', ['current-password', 'new-password', 'new-password']],
])('the fields of %s are hidden, named for managers, and can be pasted into', async (path, name, names) => {
  await startOffice({ known: true });
  if (path === '/login') localStorage.clear();
  const { screen } = await show(stage, path);
  await screen.findByRole('heading', { level: 1, name });
  const fields = Array.from(document.querySelectorAll<HTMLInputElement>('form input'));
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(names);
  for (const field of fields) {
    expect(field.type).toBe(field.autocomplete === 'username' ? 'text' : 'password');
    expect(field.dispatchEvent(new Event('paste', { bubbles: true, cancelable: true }))).toBe(true);
  }
});
