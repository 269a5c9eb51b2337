/** The page of the second factor and the sessions, in the frame of the backoffice. */
import { describe, expect, spyOn, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { setDocument } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { administrator } from '#tests/support/staff';
import { hands } from '../scripted-screen';
import {
  describedOf,
  entryOf,
  refused,
  setOffice,
  showFramed,
  shownSecret,
  signInElsewhere,
} from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { enter, follow, press, settled, succeeds, toastIs, usable } = hands(stage);
const { password } = administrator;
const path = pages.backofficeSecondFactor;
const codesTitle = 'Ihre Wiederherstellungscodes';

async function open() {
  const office = await openOffice();
  const { screen, router } = await showFramed(stage, path);
  await screen.findByRole('heading', { level: 1, name: 'Zwei-Faktor-Anmeldung' });
  return { office, screen, router };
}

const begin = async (typed = password) => {
  await enter({ 'Aktuelles Passwort': typed });
  await press('Einrichtung beginnen');
};
const confirm = async (code: string) => {
  await enter({ Code: code });
  await press('Bestätigen');
};
const field = (label: string) => usable().getByLabelText(label);
const titled = (name: string) => usable().findByRole('heading', { name });
const focused = () => document.activeElement;

/** The page with the secret of a set-up that was begun. */
async function openBegun() {
  const opened = await open();
  await begin();
  const key = await shownSecret(opened.screen);
  return { ...opened, key, code: codeOf(key, opened.office.clock.now) };
}

/** The page with the recovery codes. */
async function openCodes() {
  const opened = await openBegun();
  await confirm(opened.code);
  await titled(codesTitle);
  const codes = opened.screen
    .getAllByText(/^([A-Z2-7]{4}-?){4}$/)
    .map(({ textContent }) => textContent ?? '');
  return { ...opened, codes };
}

/** The page after a set-up whose recovery codes were kept. */
async function openActive() {
  const opened = await openCodes();
  await press('Ich habe die Codes gesichert');
  await opened.screen.findByText('Aktiv');
  opened.office.clock.now += step;
  return { ...opened, code: codeOf(opened.key, opened.office.clock.now) };
}

/** Waits until the field says so and has the focus. */
const refusedAt = (label: string, message: string) =>
  settled(() =>
    expect([describedOf(field(label)), focused() === field(label)]).toEqual([
      expect.stringContaining(message),
      true,
    ]),
  );
const badPassword = 'Das Passwort ist falsch.';
const badCode = 'Der Code ist falsch oder wurde schon benutzt.';

describe('setting up', () => {
  test('is reached from the user section', async () => {
    const { screen } = await open();
    const account = screen.getByRole('region', { name: 'Konto' });
    const link = stage.library.within(account).getByRole('link', { name: 'Zwei-Faktor-Anmeldung' });
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual([path, 'page']);
    await screen.findByText('Nicht eingerichtet');
  });

  test('needs the right password, which is asked for in German and kept', async () => {
    const { office, screen } = await open();
    await begin('');
    expect(field('Aktuelles Passwort').getAttribute('aria-invalid')).toBe('true');
    expect(field('Aktuelles Passwort').closest('form')?.textContent).not.toMatch(/password|required/i);
    expect(office.calls).not.toContain(`POST ${api.secondFactor}`);
    await begin('falsch');
    await refusedAt('Aktuelles Passwort', badPassword);
    expect(entryOf(field('Aktuelles Passwort'))).toBe('falsch');
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('shows a QR picture and the secret as text and as a link, and takes the focus there', async () => {
    const { screen, key } = await openBegun();
    const picture = await screen.findByRole('img', { name: /QR/ });
    expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toStartWith('data:image/svg+xml,<svg');
    const address = new URL(
      screen.getByRole('link', { name: 'In der App öffnen' }).getAttribute('href') ?? '',
    );
    expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', key]);
    expect(focused()?.textContent).toBe('Mit der App verbinden');
  });

  test('with a wrong code says so, keeps it, and goes on with the right one', async () => {
    const { office, screen, key, code } = await openBegun();
    const wrong = wrongCode(key, office.clock.now);
    await confirm(wrong);
    await refusedAt('Code', badCode);
    expect([entryOf(field('Code')), await shownSecret(screen)]).toEqual([wrong, key]);
    // as many apps show it
    await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    await titled(codesTitle);
  });

  test('shows ten recovery codes once, which sign in, and forgets the secret', async () => {
    const { office, screen, key, codes } = await openCodes();
    expect(new Set(codes).size).toBe(10);
    expect(document.body.textContent).not.toContain(key);
    expect(focused()?.textContent).toBe(codesTitle);
    const answer = await office.ask('POST', api.login, { body: { ...administrator, code: codes[3] } });
    expect(answer.status).toBe(200);
    await press('Ich habe die Codes gesichert');
    expect(focused()?.getAttribute('aria-label')).toBe('Zwei-Faktor-Anmeldung');
    await screen.findByText('Aktiv');
    // nothing of it stays on the page and in the browser
    const kept = JSON.stringify([document.body.textContent, { ...localStorage }, { ...sessionStorage }]);
    for (const text of [key, ...codes]) expect(kept).not.toContain(text);
  });

  test('keeps showing the recovery codes while the server cannot be reached', async () => {
    const { office, screen, code } = await openBegun();
    office.instead = ({ method }) => (method === 'PUT' ? undefined : refused(503, 'weg'));
    await confirm(code);
    await titled(codesTitle);
    expect(screen.getAllByText(/^([A-Z2-7]{4}-?){4}$/)).toHaveLength(10);
  });

  test('asks before the recovery codes are lost', async () => {
    const ask = spyOn(window, 'confirm').mockReturnValue(false);
    afterThisTest(async () => ask.mockRestore());
    const { router } = await openCodes();
    await follow('Dashboard');
    expect(ask.mock.calls).toEqual([[expect.stringContaining('Wiederherstellungscodes')]]);
    expect(router.state.location.pathname).toBe(path);
    await press('Ich habe die Codes gesichert');
    await follow('Dashboard');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('copies the recovery codes and says so', async () => {
    const copy = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    afterThisTest(async () => copy.mockRestore());
    const { codes } = await openCodes();
    await press('Kopieren');
    expect(copy.mock.calls).toEqual([[codes.join('\n')]]);
    await toastIs({ description: 'Die Codes sind in der Zwischenablage.' });
    copy.mockRejectedValue(new Error('denied'));
    await press('Kopieren');
    await toastIs({ tone: 'destructive' });
  });
});

describe('ending', () => {
  const end = async (typed: string, code: string) => {
    await enter({ 'Aktuelles Passwort': typed, Code: code });
    await press('Beenden');
  };

  test('asks for password and code, names what is wrong, and keeps the entries', async () => {
    const { office, screen, key, code } = await openActive();
    await press('Zwei-Faktor-Anmeldung beenden');
    screen.getByRole('dialog', { name: 'Zwei-Faktor-Anmeldung beenden' });
    await end('falsch', code);
    await refusedAt('Aktuelles Passwort', badPassword);
    expect(['Aktuelles Passwort', 'Code'].map((label) => entryOf(field(label)))).toEqual(['falsch', code]);
    await end(password, wrongCode(key, office.clock.now));
    await refusedAt('Code', badCode);
    await end(password, code);
    await succeeds('Die Zwei-Faktor-Anmeldung wurde beendet');
    await screen.findByText('Nicht eingerichtet');
    expect((await office.ask('POST', api.login, { body: administrator })).status).toBe(200);
    // another set-up shows another secret
    await begin();
    expect(await shownSecret(screen)).not.toBe(key);
  });
});

describe('the sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

  test('are listed with browser and times, this one is marked, and others are ended by a button', async () => {
    const office = await openOffice();
    const { headers } = await signInElsewhere(office, administrator, { 'user-agent': firefox });
    const { screen } = await showFramed(stage, path);
    const table = stage.library.within(await screen.findByRole('table', { name: 'Sitzungen' }));
    const rows = table.getAllByRole('row').slice(1);
    const other = rows.find(({ textContent }) => !textContent?.includes('Diese Sitzung'));
    expect([rows.length, other?.textContent]).toEqual([
      2,
      expect.stringMatching(/Firefox unter Windows.*20\.11\.2026, 10:00/),
    ]);
    const button = table.getByRole('button', { name: 'Beenden' });
    expect(describedOf(button)).toBe('Firefox unter Windows');
    await press('Beenden');
    await succeeds('Die Sitzung wurde beendet');
    await settled(() => expect(screen.queryAllByText('Beenden').length).toBe(0));
    const status = async (who: Record<string, string>) =>
      (await office.ask('GET', api.currentUser, { headers: who })).status;
    expect([await status(headers), await status(office.admin)]).toEqual([401, 200]);
  });

  test('that cannot be loaded say so, and are loaded again', async () => {
    const office = await openOffice();
    office.instead = ({ url }) => (url.endsWith(api.sessions) ? refused(500, 'kaputt') : undefined);
    const { screen } = await showFramed(stage, path);
    await screen.findByText('Fehler beim Laden der Sitzungen: ', { exact: false });
    office.instead = () => undefined;
    await press('Erneut versuchen');
    await screen.findByText('Diese Sitzung');
  });
});
