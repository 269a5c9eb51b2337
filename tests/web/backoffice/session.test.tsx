/** Who may see the screens: the guard of each, the links, and the token that the tabs of a browser share. */
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { callbackRequests } from '#db/schema/desk';
import { sessions } from '#db/schema/staff';
import { minuteMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { administrator } from '#tests/support/staff';
import { transport } from '#web/api';
import { screens } from '#web/backoffice/screens';
import { endSession, keepToken, watchToken } from '#web/backoffice/session';
import { createQueryClient } from '#web/hydrated/query-client';
import { hands } from './scripted-screen';
import { hire, type Office, refused, setOffice, showFramed, signInElsewhere } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ known: true, emptied: [callbackRequests] });
const { enter, follow, press, settled } = hands(stage);
const lukas = { username: 'lukas.weber', password: 'lang-genug-2' };
type Shown = Awaited<ReturnType<typeof showFramed>>;

/** What the page does when its token is replaced or refused. */
let leave = (_replaced: boolean) => {};
const { send } = transport;
beforeAll(() => watchToken((replaced) => leave(replaced)));
afterAll(() => {
  transport.send = send;
});

async function show(address: string): Promise<Shown> {
  const shown = await showFramed(stage, address);
  leave = (replaced) => void endSession(shown.router, shown.client, replaced);
  return shown;
}
const kept = () => localStorage.getItem('auth_token');
const titled = ({ screen }: Shown, name: string) => screen.findByRole('heading', { level: 1, name });
async function isOut(shown: Shown) {
  await titled(shown, 'Backoffice Anmeldung');
  expect(shown.router.state.location.pathname).toBe(pages.login);
}
const userCalls = ({ calls }: Office) => calls.filter((call) => call === `GET ${api.currentUser}`).length;
/** A tab without a token. */
const signOut = () => endSession({ navigate: async () => {} } as never, createQueryClient());

describe('the guard', () => {
  test('leads from every screen to the login without a token, and asks the server nothing', async () => {
    const office = await openOffice();
    await signOut();
    for (const { path } of screens) {
      await isOut(await show(href(path, { id: crypto.randomUUID() })));
      stage.library.cleanup();
    }
    expect(office.calls).toEqual([]);
  });

  test('deletes a token that is none', async () => {
    await openOffice();
    keepToken('kein.echter.token');
    await isOut(await show(pages.backofficeUsers));
    expect(kept()).toBeNull();
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['responds with 500', () => refused(500, '')],
    ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('ends the session when the server %s', async (_, instead) => {
    const office = await openOffice();
    office.instead = ({ url }) => (url.endsWith(api.currentUser) ? instead() : undefined);
    await isOut(await show(pages.backoffice));
    expect(kept()).toBeNull();
  });

  test('ends it when any other call is refused with 401', async () => {
    const office = await openOffice();
    const shown = await show(pages.backofficeCallbacks);
    await shown.screen.findByText('Keine Rückruf-Anfragen gefunden');
    await office.db.write((tx) => tx.delete(sessions));
    await press('Aktualisieren');
    await isOut(shown);
    expect(kept()).toBeNull();
  });

  test('asks who is signed in at most once in five minutes', async () => {
    const office = await openOffice();
    afterThisTest(async () => void setSystemTime());
    const shown = await show(pages.backoffice);
    await titled(shown, 'Dashboard');
    await follow('Rückrufe');
    await titled(shown, 'Rückruf-Anfragen');
    setSystemTime(Date.now() + 4.5 * minuteMs);
    await follow('E-Mail-Log');
    await titled(shown, 'E-Mail-Log');
    expect(userCalls(office)).toBe(1);
    setSystemTime(Date.now() + minuteMs);
    await follow('Rückrufe');
    await settled(() => expect(userCalls(office)).toBe(2));
  });
});

// ASVS 7.4.4
test('after Abmelden the back button shows only the login, and nothing that was loaded', async () => {
  const office = await openOffice();
  const shown = await show(pages.backofficeCallbacks);
  await titled(shown, 'Rückruf-Anfragen');
  await press('Abmelden');
  await isOut(shown);
  const { status } = await office.ask('GET', api.currentUser, { headers: office.admin });
  expect(status).toBe(401);
  await stage.library.act(async () => shown.router.history.back());
  await isOut(shown);
  expect([
    kept(),
    shown.client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data),
  ]).toEqual([null, []]);
});

describe('the sidebar', () => {
  const administration = ['Benutzer', 'Tarife', 'Kennzahlen', 'Prüfung'];
  const sidebar: Record<string, string[]> = {
    Anfragen: ['Rückrufe', 'Vorbereitet', 'Angebote'],
    Bearbeitung: ['Anträge', 'Vorgänge', 'Rückmeldungen', 'Widerrufe'],
    Verwaltung: ['E-Mail-Log', ...administration],
  };
  const all = ['Dashboard', ...Object.values(sidebar).flat()];
  const linksIn = (part: HTMLElement) => Array.from(part.querySelectorAll('a'), (link) => link.textContent);
  const shownIn = ({ screen }: Shown) => {
    const nav = screen.getByRole('navigation', { name: 'Backoffice' });
    const groups = stage.library.within(nav).getAllByRole('group');
    const named = groups.map((group) => [group.querySelector('p')?.textContent, linksIn(group)]);
    expect(linksIn(nav)).toEqual(['Dashboard', ...groups.flatMap(linksIn)]);
    for (const name of Object.keys(sidebar)) screen.getByRole('group', { name });
    expect(nav.querySelector('h1, h2, h3')).toBeNull();
    return Object.fromEntries(named);
  };
  const current = (inside: boolean) =>
    [...document.querySelectorAll('[aria-current=page]')]
      .filter((link) => (link.closest('main') !== null) === inside)
      .map(({ textContent }) => textContent);

  test('has all links in labelled groups for an administrator, and marks that of the screen', async () => {
    await openOffice();
    const shown = await show(pages.backoffice);
    await shown.screen.findByText('Administrator', { exact: true });
    expect(shownIn(shown)).toEqual(sidebar);
    for (const name of [...all, 'Password ändern']) {
      await follow(name);
      await settled(() => expect(current(false)).toEqual([name]));
    }
    await stage.library.act(() =>
      shown.router.navigate({ to: href(pages.backofficeApplication, { id: crypto.randomUUID() }) as never }),
    );
    await settled(() => expect(current(false)).toEqual(['Anträge']));
  });

  test('has one link to the four tabs of the Prüfung, which keep addresses and titles', async () => {
    await openOffice();
    const shown = await show(pages.backoffice);
    await titled(shown, 'Dashboard');
    await follow('Prüfung');
    for (const [title, path] of [
      ['Startprüfung', pages.backofficeLaunch],
      ['Protokoll', pages.backofficeAuditLog],
      ['Nachweise', pages.backofficeProofs],
      ['Löschplan', pages.backofficeRetention],
    ] as const) {
      await follow(title);
      await titled(shown, title);
      expect([shown.router.state.location.pathname, current(true), current(false)]).toEqual([
        ...[path, [title], ['Prüfung']],
      ]);
    }
    await follow('Rückrufe');
    await titled(shown, 'Rückruf-Anfragen');
    expect(shown.screen.queryByRole('navigation', { name: 'Prüfung' })).toBeNull();
  });

  test('has nothing of administrators for a case handler, nor have their pages the tabs', async () => {
    keepToken((await hire(await openOffice(), lukas)).token);
    const shown = await show(pages.backofficeAuditLog);
    await shown.screen.findByText('Das Protokoll lesen nur Administratoren.');
    shown.screen.getByText('Sachbearbeiter', { exact: true });
    shown.screen.getByText(lukas.username);
    expect(shownIn(shown)).toEqual({ ...sidebar, Verwaltung: ['E-Mail-Log'] });
    expect(shown.screen.queryByRole('navigation', { name: 'Prüfung' })).toBeNull();
  });
});

describe('when another tab signs in', () => {
  const notice = 'In einem anderen Tab ist jetzt ein anderes Konto angemeldet';
  /** As the other tab does. `event` tells this one, if any does. */
  const replace = async (token: string | null, event?: () => unknown) => {
    if (token) localStorage.setItem('auth_token', token);
    else localStorage.removeItem('auth_token');
    await stage.library.act(async () => void event?.());
  };
  const stored = () => window.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth_token' }));
  const note = { name: 'Robin', phone: '030 1', email: 'robin@post.example', dataProcessingConsent: true };

  async function open() {
    const office = await openOffice();
    await office.ask('POST', api.callbackRequests, { body: note });
    const other = await hire(office, lukas);
    const shown = await show(pages.backofficeCallbacks);
    await shown.screen.findByRole('button', { name: 'Als bearbeitet markieren' });
    return { office, other, shown };
  }

  test.each<[string, () => unknown]>([
    ['by the event of the storage', stored],
    ['when somebody comes back to it', () => window.dispatchEvent(new Event('focus'))],
    ['when it is shown again', () => window.dispatchEvent(new Event('pageshow'))],
    ['when it becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('with another account, this one is left %s, and can go on with that', async (_, event) => {
    const { other, shown } = await open();
    await replace(other.token, event);
    await shown.screen.findByText(notice);
    expect(kept()).toBe(other.token);
    await follow('Mit dem anderen Konto weiterarbeiten');
    await titled(shown, 'Dashboard');
    shown.screen.getByText(lukas.username);
  });

  test('signing out there signs out here', async () => {
    const { shown } = await open();
    await replace(null, stored);
    await isOut(shown);
    expect(shown.screen.queryByText(notice)).toBeNull();
  });

  test('with the same account, this one goes on', async () => {
    const { office, shown } = await open();
    const { token } = await signInElsewhere(office, administrator);
    await replace(token, stored);
    await press('Als bearbeitet markieren');
    await shown.screen.findByText('0 ausstehend • 1 bearbeitet');
  });

  test.each([
    ['reading', 'Aktualisieren', '1 ausstehend • 0 bearbeitet', `GET ${api.staffCallbacks}`],
    ['a change', 'Als bearbeitet markieren', '0 ausstehend • 1 bearbeitet', 'POST '],
  ])(
    '%s that was sent before and is refused late is repeated with the new token',
    async (_, name, then, call) => {
      const { office, shown } = await open();
      const { token } = await signInElsewhere(office, administrator);
      const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
      office.calls.length = 0;
      office.instead = () => {
        office.instead = () => undefined;
        return held;
      };
      await press(name);
      await office.ask('POST', api.logout, { body: {}, headers: office.admin });
      await replace(token);
      release(undefined);
      await shown.screen.findByText(then);
      await settled(() =>
        expect(office.calls.filter((one) => one.startsWith(call)).length).toBeGreaterThan(1),
      );
      await titled(shown, 'Rückruf-Anfragen');
    },
  );
});

test('the login keeps the session of another tab after a wrong password', async () => {
  await openOffice();
  const mine = kept();
  const shown = await show(pages.login);
  await enter({ Benutzername: administrator.username, Passwort: 'falsch' });
  await press('Anmelden');
  await shown.screen.findByText('Ungültiger Benutzername oder Passwort');
  expect(kept()).toBe(mine);
});
