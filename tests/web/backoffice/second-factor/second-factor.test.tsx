/** The page of the second factor and the sessions, in the frame of the backoffice. */
import { describe, expect, spyOn, test } from 'bun:test';
import { api } from '#domain/urls';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { setDocument } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { administrator } from '#tests/support/staff';
import { hands } from '../scripted-screen';
import { describedOf, entryOf, refused, setOffice, showFramed, shownSecret } from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true });
const { click, fill, follow, settled, succeeds, toastIs } = hands(stage);
const { password } = administrator;
const path = '/backoffice/second-factor';

async function open() {
  const office = await openOffice();
  const shown = await showFramed(stage, path);
  await shown.screen.findByRole('heading', { level: 1, name: 'Zwei-Faktor-Anmeldung' });
  return { office, ...parts(shown), router: shown.router };
}

function parts({ screen }: Pick<Awaited<ReturnType<typeof showFramed>>, 'screen'>) {
  // it has another name while the call before has not ended
  const press = async (name: string) => click(await screen.findByRole('button', { name }));
  const begin = async (typed = password) => {
    await fill(await screen.findByLabelText('Aktuelles Passwort'), typed);
    await press('Einrichtung beginnen');
  };
  const secret = () => shownSecret(screen);
  const confirm = async (code: string) => {
    await fill(screen.getByLabelText('Code'), code);
    await press('Bestätigen');
  };
  return { screen, press, begin, secret, confirm };
}

/** Waits until the field says so and has the focus. */
const refusedAt = (field: HTMLElement, message: string) =>
  settled(() =>
    expect([describedOf(field), document.activeElement === field]).toEqual([
      expect.stringContaining(message),
      true,
    ]),
  );

/** Signs the administrator in from another browser. */
async function elsewhere(office: Awaited<ReturnType<typeof open>>['office'], agent: string) {
  return await office.ask('POST', api.login, { body: administrator, headers: { 'user-agent': agent } });
}

/** The page after a set-up whose recovery codes were kept. */
async function openActive() {
  const opened = await open();
  const { office, screen, begin, secret, confirm } = opened;
  await begin();
  const key = await secret();
  await confirm(codeOf(key, office.clock.now));
  await click(await screen.findByRole('button', { name: 'Ich habe die Codes gesichert' }));
  await screen.findByText('Aktiv');
  office.clock.now += step;
  return { ...opened, key };
}

describe('setting up', () => {
  test('is reached from the user section', async () => {
    const { screen } = await open();
    const account = screen.getByRole('region', { name: 'Konto' });
    const link = stage.library.within(account).getByRole('link', { name: 'Zwei-Faktor-Anmeldung' });
    expect(link.getAttribute('href')).toBe(path);
    expect(link.getAttribute('aria-current')).toBe('page');
    await screen.findByText('Nicht eingerichtet');
  });

  test('needs the password, which is asked for in German', async () => {
    const { office, screen, begin } = await open();
    await begin('');
    const field = screen.getByLabelText('Aktuelles Passwort');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.closest('form')?.textContent).not.toMatch(/password|required/i);
    expect(office.calls).not.toContain(`POST ${api.secondFactor}`);
  });

  test('with a wrong password says so in German and keeps it', async () => {
    const { screen, begin } = await open();
    await begin('falsch');
    await refusedAt(screen.getByLabelText('Aktuelles Passwort'), 'Das Passwort ist falsch.');
    expect(entryOf(screen.getByLabelText('Aktuelles Passwort'))).toBe('falsch');
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('shows a QR picture and the secret as text', async () => {
    const { screen, begin, secret } = await open();
    await begin();
    const picture = await screen.findByRole('img', { name: /QR/ });
    const source = decodeURIComponent(picture.getAttribute('src') ?? '');
    expect(source).toStartWith('data:image/svg+xml,<svg');
    const link = screen.getByRole('link', { name: 'In der App öffnen' });
    const address = new URL(link.getAttribute('href') ?? '');
    expect(address.protocol).toBe('otpauth:');
    expect(address.searchParams.get('secret')).toBe(await secret());
  });

  test('with a wrong code says so, keeps it, and goes on with the right one', async () => {
    const { office, screen, begin, secret, confirm } = await open();
    await begin();
    const key = await secret();
    const wrong = wrongCode(key, office.clock.now);
    await confirm(wrong);
    await refusedAt(screen.getByLabelText('Code'), 'Der Code ist falsch oder wurde schon benutzt.');
    expect(entryOf(screen.getByLabelText('Code'))).toBe(wrong);
    expect(await secret()).toBe(key);
    const code = codeOf(key, office.clock.now);
    // as many apps show it
    await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
  });

  test('shows ten recovery codes once, which sign in, and forgets the secret', async () => {
    const { office, screen, begin, secret, confirm, press } = await open();
    await begin();
    const key = await secret();
    await confirm(codeOf(key, office.clock.now));
    const heading = await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    const codes = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => /^([A-Z2-7]{4}-?){4}$/.test(text));
    expect(new Set(codes).size).toBe(10);
    expect(document.body.textContent).not.toContain(key);
    const answer = await office.ask('POST', api.login, { body: { ...administrator, code: codes[3] } });
    expect(answer.status).toBe(200);
    await press('Ich habe die Codes gesichert');
    expect(heading.isConnected).toBe(false);
    for (const code of codes) expect(document.body.textContent).not.toContain(code);
    await screen.findByText('Aktiv');
    // nothing of it stays in the browser
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    for (const text of [key, ...codes]) expect(kept).not.toContain(text);
  });

  test('keeps showing the recovery codes while the server cannot be reached', async () => {
    const { office, screen, begin, secret, confirm } = await open();
    await begin();
    const code = codeOf(await secret(), office.clock.now);
    office.instead = ({ method }) => (method === 'PUT' ? undefined : refused(503, 'weg'));
    await confirm(code);
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    expect(screen.getAllByText(/^([A-Z2-7]{4}-?){4}$/)).toHaveLength(10);
  });

  test('moves the focus to what comes next', async () => {
    const { office, screen, begin, secret, confirm, press } = await open();
    const focused = () => document.activeElement?.textContent;
    await begin();
    const key = await secret();
    expect(focused()).toBe('Mit der App verbinden');
    await confirm(codeOf(key, office.clock.now));
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    expect(focused()).toBe('Ihre Wiederherstellungscodes');
    await press('Ich habe die Codes gesichert');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Zwei-Faktor-Anmeldung');
  });

  test('asks before the recovery codes are lost', async () => {
    const { office, begin, secret, confirm, screen, press, router } = await open();
    const ask = spyOn(window, 'confirm').mockReturnValue(false);
    afterThisTest(async () => ask.mockRestore());
    await begin();
    await confirm(codeOf(await secret(), office.clock.now));
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    await follow('Dashboard');
    expect(ask.mock.calls).toEqual([[expect.stringContaining('Wiederherstellungscodes')]]);
    expect(router.state.location.pathname).toBe(path);
    await press('Ich habe die Codes gesichert');
    await follow('Dashboard');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('copies the recovery codes and says so', async () => {
    const { office, screen, begin, secret, confirm, press } = await open();
    const copy = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    afterThisTest(async () => copy.mockRestore());
    await begin();
    await confirm(codeOf(await secret(), office.clock.now));
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    await press('Kopieren');
    expect(copy.mock.calls[0]?.[0].split('\n')).toHaveLength(10);
    await toastIs({ description: 'Die Codes sind in der Zwischenablage.' });
    copy.mockRejectedValue(new Error('denied'));
    await press('Kopieren');
    await toastIs({ tone: 'destructive' });
  });

  test.each([
    ['an error without a message', () => refused(500, 'kaputt')],
    ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s keeps what was typed', async (_, instead) => {
    const { office, screen, begin, secret, confirm } = await open();
    await begin();
    const code = codeOf(await secret(), office.clock.now);
    office.instead = ({ method }) => (method === 'PUT' ? instead() : undefined);
    await confirm(code);
    await toastIs({ title: 'Fehler', description: 'Der Code konnte nicht geprüft werden' });
    expect(entryOf(screen.getByLabelText('Code'))).toBe(code);
    office.instead = () => undefined;
    await confirm(code);
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
  });
});

describe('ending', () => {
  const dialog = async (screen: Awaited<ReturnType<typeof open>>['screen']) =>
    stage.library.within(await screen.findByRole('dialog', { name: 'Zwei-Faktor-Anmeldung beenden' }));
  const typeInto = async (
    { getByLabelText, findByRole }: Awaited<ReturnType<typeof dialog>>,
    typed: string,
    code: string,
  ) => {
    await fill(getByLabelText('Aktuelles Passwort'), typed);
    await fill(getByLabelText('Code'), code);
    await click(await findByRole('button', { name: 'Beenden' }));
  };

  test('asks for password and code, names what is wrong, and keeps the entries', async () => {
    const { office, screen, press, key } = await openActive();
    await press('Zwei-Faktor-Anmeldung beenden');
    const form = await dialog(screen);
    const code = codeOf(key, office.clock.now);
    await typeInto(form, 'falsch', code);
    await refusedAt(form.getByLabelText('Aktuelles Passwort'), 'Das Passwort ist falsch.');
    expect([form.getByLabelText('Aktuelles Passwort'), form.getByLabelText('Code')].map(entryOf)).toEqual([
      'falsch',
      code,
    ]);
    await typeInto(form, password, wrongCode(key, office.clock.now));
    await refusedAt(form.getByLabelText('Code'), 'Der Code ist falsch oder wurde schon benutzt.');
    await typeInto(form, password, code);
    await succeeds('Die Zwei-Faktor-Anmeldung wurde beendet');
    await screen.findByText('Nicht eingerichtet');
    await screen.findByRole('button', { name: 'Einrichtung beginnen' });
    expect((await office.ask('POST', api.login, { body: administrator })).status).toBe(200);
  });

  test('and setting it up again shows another secret', async () => {
    const { office, screen, press, key, begin, secret } = await openActive();
    await press('Zwei-Faktor-Anmeldung beenden');
    await typeInto(await dialog(screen), password, codeOf(key, office.clock.now));
    await screen.findByText('Nicht eingerichtet');
    await begin();
    expect(await secret()).not.toBe(key);
  });
});

describe('the sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

  test('are listed with browser and times, and this one is marked', async () => {
    const office = await openOffice();
    await elsewhere(office, firefox);
    const { screen } = await showFramed(stage, path);
    const table = stage.library.within(await screen.findByRole('table', { name: 'Sitzungen' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows).toHaveLength(2);
    const own = rows.find(({ textContent }) => textContent?.includes('Diese Sitzung'));
    const other = rows.find((row) => row !== own);
    expect(other?.textContent).toContain('Firefox unter Windows');
    expect(other?.textContent).toMatch(/20\.11\.2026, 10:00/);
    expect(table.getAllByRole('button', { name: 'Beenden' })).toHaveLength(1);
  });

  test('of other browsers are ended by a button', async () => {
    const office = await openOffice();
    const { token } = (await (await elsewhere(office, firefox)).json()) as { token: string };
    const { screen } = await showFramed(stage, path);
    const button = await screen.findByRole('button', { name: 'Beenden' });
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Firefox unter Windows');
    await click(button);
    await succeeds('Die Sitzung wurde beendet');
    await settled(() => expect(screen.queryAllByText('Beenden').length).toBe(0));
    const headers = { authorization: `Bearer ${token}` };
    expect((await office.ask('GET', api.currentUser, { headers })).status).toBe(401);
    expect((await office.ask('GET', api.currentUser, { headers: office.admin })).status).toBe(200);
  });

  test('that cannot be loaded say so, and are loaded again', async () => {
    const office = await openOffice();
    office.instead = ({ url }) => (url.endsWith(api.sessions) ? refused(500, 'kaputt') : undefined);
    const { screen } = await showFramed(stage, path);
    await screen.findByText('Fehler beim Laden der Sitzungen: ', { exact: false });
    office.instead = () => undefined;
    await click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await screen.findByText('Diese Sitzung');
  });
});
