/** Screen readers say which fields of a form of the backoffice must be filled in. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { hands, type Replies, show } from './scripted-screen';

const stage = setDocument();
const { press } = hands(stage);

type Form = { path: string; opener?: string; required: string[]; replies?: Replies };

const forms: Form[] = [
  { path: pages.backofficePassword, required: ['Current Password', 'New Password', 'Confirm New Password'] },
  {
    path: pages.backofficeSecondFactor,
    required: ['Aktuelles Passwort'],
    replies: { [`GET ${api.sessions}`]: { body: [] } },
  },
  { path: pages.backofficeProofs, required: ['E-Mail'] },
  {
    path: pages.backofficeUsers,
    opener: 'Benutzer hinzufügen',
    // the address is optional, and a role is always chosen
    required: ['Benutzername', 'Passwort'],
    replies: { [`GET ${api.users}`]: { body: [] } },
  },
];

test.each(forms)('at $path', async ({ path, opener, required, replies = {} }) => {
  const { screen } = await show(stage, path, { replies });
  if (opener) await press(opener);
  await screen.findByLabelText(required[0] ?? '');
  const marked = [...document.querySelectorAll<HTMLInputElement>('[aria-required=true]')];
  expect(marked.map(({ labels }) => labels?.[0]?.textContent)).toEqual(required);
});
