/** The page of the Startprüfung, and its line on the dashboard. */
import { describe, expect, test } from 'bun:test';
import type { LaunchCheck, LaunchItem } from '#domain/operator/launch-check';
import { api } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { dashboardCall, type Replies, show } from './scripted-screen';

const stage = setDocument();

const call = `GET ${api.launchCheck}`;
const unready: LaunchCheck = {
  ready: false,
  items: [
    { key: 'brand', label: 'Die Marke steht', ok: true },
    { key: 'smtp', label: 'E-Mails gehen hinaus', ok: false },
    { key: 'public_url', label: 'Die Adresse ist sicher', ok: false },
  ],
};
const ready: LaunchCheck = { ready: true, items: unready.items.map((item) => ({ ...item, ok: true })) };
const unknown: LaunchItem = { key: 'mail_spf', label: 'Ein SPF-Eintrag ist da', ok: true, unknown: true };
const hint: LaunchItem = {
  key: 'client_address',
  label: 'Besucher sind unterscheidbar',
  ok: false,
  hint: true,
};
const open = (replies: Replies) => show(stage, '/backoffice/launch', { replies });

describe('the page', () => {
  test('lists the open items first, each with its state in words', async () => {
    const { screen } = await open({ [call]: { body: unready } });
    await screen.findByRole('heading', { level: 1, name: 'Startprüfung' });
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'E-Mails gehen hinausOffen',
      'Die Adresse ist sicherOffen',
      'Die Marke stehtErledigt',
    ]);
    screen.getByText('2 Punkte offen');
  });

  test('says when everything is done', async () => {
    const { screen } = await open({ [call]: { body: ready } });
    await screen.findByText('Alles erledigt');
    screen.getByText('Alle Punkte sind erledigt. Die Website kann online gehen.');
    expect(screen.queryByText(/Nameserver/)).toBeNull();
    expect(screen.queryByText('Offen')).toBeNull();
  });

  test('marks what nobody could say, between what is open and what is done', async () => {
    const { screen } = await open({ [call]: { body: { ...unready, items: [unknown, ...unready.items] } } });
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'E-Mails gehen hinausOffen',
      'Die Adresse ist sicherOffen',
      'Ein SPF-Eintrag ist daNicht prüfbar',
      'Die Marke stehtErledigt',
    ]);
    screen.getByText('2 Punkte offen');
  });

  test('says that nothing is open while something cannot be asked', async () => {
    const { screen } = await open({ [call]: { body: { ready: true, items: [unknown, ...ready.items] } } });
    await screen.findByText('Nichts ist offen. Die Website kann online gehen.');
    screen.getByText('Nicht prüfbar');
    screen.getByText(/^Manches ließ sich gerade nicht prüfen/);
    expect(screen.queryByText('Alles erledigt')).toBeNull();
  });

  test('shows a hint between them, and says that it holds up nothing', async () => {
    const items = [unknown, hint, ...unready.items];
    const { screen } = await open({ [call]: { body: { ready: false, items } } });
    const shown = await screen.findAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'E-Mails gehen hinausOffen',
      'Die Adresse ist sicherOffen',
      'Besucher sind unterscheidbarHinweis',
      'Ein SPF-Eintrag ist daNicht prüfbar',
      'Die Marke stehtErledigt',
    ]);
    screen.getByText('2 Punkte offen');
    screen.getByText(/^Ein Hinweis hält nichts auf/);
  });

  test('with a hint nothing is open, and not everything is done', async () => {
    const { screen } = await open({ [call]: { body: { ready: true, items: [...ready.items, hint] } } });
    await screen.findByText('Nichts ist offen. Die Website kann online gehen.');
    screen.getByText('Nichts offen');
  });
});

describe('the line on the dashboard', () => {
  const dashboard = (replies: Replies, role: 'admin' | 'sachbearbeiter' = 'admin') =>
    show(stage, '/backoffice', { role, replies: { [dashboardCall]: 'never', ...replies } });

  test('counts the open items and links to the page', async () => {
    const { screen } = await dashboard({ [call]: { body: unready } });
    const link = await screen.findByRole('link', { name: 'Startprüfung: 2 Punkte offen' });
    expect(link.getAttribute('href')).toBe('/backoffice/launch');
  });

  test.each<[string, Replies]>([
    ['nothing is open', { [call]: { body: ready } }],
    ['the check fails', { [call]: { status: 500, body: {} } }],
  ])('is missing if %s', async (_, replies) => {
    const { screen, calls } = await dashboard(replies);
    await screen.findByRole('status', { name: 'Dashboard wird geladen' });
    expect(calls).toContain(call);
    expect(screen.queryByText(/^Startprüfung:/)).toBeNull();
  });

  test('is not asked for by case handlers', async () => {
    const { screen, calls } = await dashboard({}, 'sachbearbeiter');
    await screen.findByRole('status', { name: 'Dashboard wird geladen' });
    expect(calls).not.toContain(call);
  });
});
