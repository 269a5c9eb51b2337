/** Who must do something first sees that screen and "Abmelden", and nothing else. Signing out. */
import { describe, expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { codeOf } from '#tests/support/codes';
import { setDocument } from '#tests/support/dom';
import { administrator } from '#tests/support/staff';
import { keepToken } from '#web/backoffice/session';
import { hands } from '../scripted-screen';
import { describedOf, hire, refused, setOffice, showFramed, shownSecret } from '../staff-screen';

const stage = setDocument();
const { enter, fill, press, toastIs } = hands(stage);
const mira = { username: 'mira.yilmaz', password: 'lang-genug-fuer-alle-2' };

/** Signs in as Mira, whose account the administrator has created, and opens an address. */
async function openAsMira(openOffice: ReturnType<typeof setOffice>, address = '/backoffice/applications') {
  const office = await openOffice();
  // an administrator who has to set up a second factor first cannot create accounts
  keepToken((await hire(office, mira)).token);
  office.calls.length = 0;
  return { office, ...(await showFramed(stage, address)) };
}

type Screen = Awaited<ReturnType<typeof showFramed>>['screen'];
/** The links of the sidebar. */
const links = (screen: Screen) => {
  const { within } = stage.library;
  // without links it is not there
  const nav = screen.queryAllByRole('navigation', { name: 'Backoffice', hidden: true });
  return [...nav, screen.getByRole('region', { name: 'Konto' })].flatMap((part) =>
    within(part)
      .queryAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent),
  );
};
const titled = (screen: Screen, name: string) => screen.findByRole('heading', { level: 1, name });

describe('who must change the password', () => {
  const strict = setOffice({ known: true, env: { PASSWORD_MIN: '12' } });

  test.each(['/backoffice', '/backoffice/applications', '/backoffice/users', '/backoffice/second-factor'])(
    'is led from %s to that page, with one link and Abmelden',
    async (address) => {
      const { office, screen, router } = await openAsMira(strict, address);
      await titled(screen, 'Passwort ändern');
      expect(router.state.location.pathname).toBe('/backoffice/change-password');
      expect(links(screen)).toEqual(['Password ändern']);
      screen.getByRole('button', { name: 'Abmelden' });
      screen.getByText(/eigenes Passwort/);
      // nothing else was asked for
      expect(office.calls).toEqual([`GET ${api.currentUser}`]);
    },
  );

  test('is led nowhere else until it is done, and then everything is there', async () => {
    const { screen, router } = await openAsMira(strict);
    await titled(screen, 'Passwort ändern');
    await stage.library.act(() => router.navigate({ to: '/backoffice/callbacks' as string }));
    await titled(screen, 'Passwort ändern');
    const next = 'ganz-neu-und-lang-3';
    await enter({ 'Current Password': mira.password, 'New Password': next, 'Confirm New Password': next });
    await press('Change Password');
    await screen.findByRole('link', { name: 'Anträge' });
    expect(screen.queryByText(/eigenes Passwort/)).toBeNull();
    await stage.library.act(() => router.navigate({ to: '/backoffice/callbacks' as string }));
    await titled(screen, 'Rückruf-Anfragen');
  });

  test('learns that the new password must be another one', async () => {
    const { screen } = await openAsMira(strict);
    for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
      await fill(await screen.findByLabelText(label), mira.password);
    await press('Change Password');
    const description = 'New password must be different from the current one';
    await toastIs({ description });
    const field = screen.getByLabelText('New Password');
    expect([describedOf(field), document.activeElement === field]).toEqual([
      expect.stringContaining(description),
      true,
    ]);
    expect(links(screen)).toEqual(['Password ändern']);
  });
});

describe('who must set up a second factor', () => {
  const openOffice = setOffice({ known: true, env: { SECOND_FACTOR: 'required' } });
  /** The administrator, who has none. */
  async function open(address = '/backoffice') {
    const office = await openOffice();
    return { office, ...(await showFramed(stage, address)) };
  }

  test.each(['/backoffice', '/backoffice/users', '/backoffice/change-password'])(
    'is led from %s to that page, with one link and Abmelden',
    async (address) => {
      const { office, screen, router } = await open(address);
      await titled(screen, 'Zwei-Faktor-Anmeldung');
      expect(router.state.location.pathname).toBe('/backoffice/second-factor');
      expect(links(screen)).toEqual(['Zwei-Faktor-Anmeldung']);
      screen.getByRole('button', { name: 'Abmelden' });
      await screen.findByText('Diese Sitzung');
      expect(office.calls.sort()).toEqual([`GET ${api.sessions}`, `GET ${api.currentUser}`]);
    },
  );

  test('still sees the recovery codes when everything is there', async () => {
    const { office, screen } = await open();
    await fill(await screen.findByLabelText('Aktuelles Passwort'), administrator.password);
    await press('Einrichtung beginnen');
    const code = codeOf(await shownSecret(screen), office.clock.now);
    await fill(screen.getByLabelText('Code'), code);
    await press('Bestätigen');
    await screen.findByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
    await screen.findByRole('link', { name: 'Benutzer' });
    screen.getByRole('heading', { name: 'Ihre Wiederherstellungscodes' });
  });
});

describe('Abmelden', () => {
  const openOffice = setOffice();

  test.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => refused(500, 'kaputt')],
    ['refuses', () => refused(401, '{}')],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['never answers', () => new Promise<Response>(() => {})],
  ])('signs out here all the same when the server %s', async (_, instead) => {
    const office = await openOffice();
    office.instead = ({ url }) => (url.endsWith(api.logout) ? instead() : undefined);
    const { screen } = await showFramed(stage, '/backoffice/change-password');
    await press('Abmelden');
    await titled(screen, 'Backoffice Anmeldung');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });
});
