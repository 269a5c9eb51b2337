/** The page of the Startprüfung, and its line on the dashboard. */
import { describe, expect, test } from 'bun:test';
import type { LaunchCheck, LaunchItem } from '#domain/operator/launch-check';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { dashboardCall, type Replies, show } from './scripted-screen';

const stage = setDocument();

const call = `GET ${api.launchCheck}`;
const done: LaunchItem = { key: 'brand', label: 'Die Marke steht', ok: true };
const smtp: LaunchItem = { key: 'smtp', label: 'E-Mails gehen hinaus', ok: false };
const url: LaunchItem = { key: 'public_url', label: 'Die Adresse ist sicher', ok: false };
const unknown: LaunchItem = { key: 'mail_spf', label: 'Ein SPF-Eintrag ist da', ok: true, unknown: true };
const hint: LaunchItem = {
  key: 'client_address',
  label: 'Besucher sind unterscheidbar',
  ok: false,
  hint: true,
};
const open = [done, smtp, url];
const checked = (items: LaunchItem[]): LaunchCheck => ({
  ready: items.every(({ ok, hint: only }) => ok || only),
  items,
});

const states = {
  open: ['E-Mails gehen hinausOffen', 'Die Adresse ist sicherOffen'],
  hint: ['Besucher sind unterscheidbarHinweis'],
  unknown: ['Ein SPF-Eintrag ist daNicht prüfbar'],
  done: ['Die Marke stehtErledigt'],
};
const online = 'Die Website kann online gehen.';
test.each<[what: string, items: LaunchItem[], listed: (keyof typeof states)[], said: (string | RegExp)[]]>([
  ['what is open first', open, ['open', 'done'], ['2 Punkte offen']],
  ['that all is done', [done], ['done'], ['Alles erledigt', `Alle Punkte sind erledigt. ${online}`]],
  [
    'what nobody could say, between what is open and what is done',
    [unknown, ...open],
    ['open', 'unknown', 'done'],
    ['2 Punkte offen', /^Manches ließ sich gerade nicht prüfen/],
  ],
  [
    'that nothing is open while something cannot be asked',
    [unknown, done],
    ['unknown', 'done'],
    [`Nichts ist offen. ${online}`, /^Manches ließ sich gerade nicht prüfen/],
  ],
  [
    'a hint, which holds up nothing',
    [unknown, hint, ...open],
    ['open', 'hint', 'unknown', 'done'],
    ['2 Punkte offen', /^Ein Hinweis hält nichts auf/],
  ],
  [
    'that with a hint nothing is open',
    [done, hint],
    ['hint', 'done'],
    ['Nichts offen', `Nichts ist offen. ${online}`],
  ],
])('the page lists each item with its state in words, and says %s', async (_, items, listed, said) => {
  const { screen } = await show(stage, pages.backofficeLaunch, {
    replies: { [call]: { body: checked(items) } },
  });
  const shown = await screen.findAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual(listed.flatMap((state) => states[state]));
  for (const words of said) screen.getByText(words);
  const others = ['Alles erledigt', 'Nichts offen', '2 Punkte offen'].filter(
    (words) => !said.includes(words),
  );
  if (said.some((words) => ['Alles erledigt', 'Nichts offen', '2 Punkte offen'].includes(String(words))))
    for (const words of others) expect(screen.queryByText(words)).toBeNull();
  expect(screen.queryAllByText(/prüfen/).length > 0).toBe(items.includes(unknown));
});

describe('the line on the dashboard', () => {
  const dashboard = (replies: Replies, role: 'admin' | 'sachbearbeiter' = 'admin') =>
    show(stage, pages.backoffice, { role, replies: { [dashboardCall]: 'never', ...replies } });

  test('counts the open items and links to the page', async () => {
    const { screen } = await dashboard({ [call]: { body: checked(open) } });
    const link = await screen.findByRole('link', { name: 'Startprüfung: 2 Punkte offen' });
    expect(link.getAttribute('href')).toBe(pages.backofficeLaunch);
  });

  test.each<[string, Replies, 'admin' | 'sachbearbeiter']>([
    ['nothing is open', { [call]: { body: checked([done]) } }, 'admin'],
    ['the check fails', { [call]: { status: 500, body: {} } }, 'admin'],
    ['it is a case handler, for whom it is not asked', {}, 'sachbearbeiter'],
  ])('is missing if %s', async (_, replies, role) => {
    const { screen, calls } = await dashboard(replies, role);
    await screen.findByRole('status', { name: 'Dashboard wird geladen' });
    expect(calls.includes(call)).toBe(role === 'admin');
    expect(screen.queryByText(/^Startprüfung:/)).toBeNull();
  });
});
