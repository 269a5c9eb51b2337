/** Files of the details of an application, and details that cannot be loaded. Its other buttons: row-buttons.test.tsx. */
import { describe, expect, mock, spyOn, test } from 'bun:test';
import { api, documentName, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, savedBy, shownToast } from '../../scripted-screen';
import { bare, id, openDetails, whole } from './details-case';

const stage = setDocument();
const { fails, press, settled, toastIs, usable } = hands(stage);
const get = detailsCall(id);

test('reminders cannot be sent without an e-mail address, nor while another one is being sent', async () => {
  const disabled = () =>
    usable()
      .getAllByRole('button', { name: /Erinnerung senden$/ })
      .map((one) => one.hasAttribute('disabled'));
  const shown = await openDetails(stage, { body: bare }, { tab: 'emails' });
  await shown.screen.findByText('Erste Erinnerung senden');
  expect(disabled()).toEqual([true, true]);
  stage.library.cleanup();
  const call = `POST ${href(api.resendReminder, { id })}`;
  await openDetails(stage, { body: whole }, { tab: 'emails', more: { [call]: 'never' } });
  await press('Erste Erinnerung senden');
  await settled(() => expect(disabled()).toEqual([true, true]));
});

test.each([
  ['deletes it', { body: { message: 'ok' } }, 'Antrag gelöscht'],
  ['finds that somebody else did', undefined, 'Fehler beim Löschen'],
])(
  'who %s is led to the list, whose data is stale, and the details are discarded',
  async (_, reply, title) => {
    const more = reply && { [`DELETE ${href(api.staffApplication, { id })}`]: reply };
    const { client, screen } = await openDetails(stage, { body: whole }, { more });
    client.setQueryData([api.staffApplications], []);
    for (const name of ['Löschen', 'Ja, löschen']) await press(name);
    await screen.findByText('Die Liste');
    await toastIs({ title });
    expect(client.getQueryState([api.staffApplications])?.isInvalidated).toBe(true);
    expect(client.getQueryState([href(api.details, { id })])).toBeUndefined();
  },
);

describe('details of an application', () => {
  const words = 'Error loading application details';

  test('show a spinner while they load', async () => {
    const { screen } = await openDetails(stage, 'never');
    expect((await screen.findByRole('status')).textContent).toBe('Antrag wird geladen...');
  });

  test.each([404, 422])('that do not exist (%d) say so and link to the list', async (status) => {
    const { screen } = await openDetails(stage, { status, body: { message: 'Nein.' } });
    await screen.findByText(words);
    screen.getByText('Diesen Antrag gibt es nicht oder nicht mehr.');
    expect(screen.queryByRole('button')).toBeNull();
    const back = screen.getByRole('link', { name: 'Zurück zur Liste' });
    expect(back.getAttribute('href')).toBe(pages.backofficeApplications);
  });

  test('can be loaded again after the server was unreachable, and say so when they are deleted meanwhile', async () => {
    const { replies, screen } = await openDetails(stage, 'gone', { tab: 'emails' });
    await screen.findByText(words);
    replies[get] = { body: whole };
    await press('Erneut versuchen');
    await screen.findByText(id);
    expect(screen.queryByText(words)).toBeNull();
    replies[get] = { status: 404, body: {} };
    await press('Erste Erinnerung senden');
    await screen.findByText(words);
    expect(screen.queryByText(id)).toBeNull();
  });
});

describe('a file about an application', () => {
  const [pdf, staffCopy] = [
    `GET ${href(api.document, { id })}`,
    `GET ${href(api.document, { id })}?copy=staff`,
  ];
  const disclosure = `GET ${href(api.disclosure, { id })}`;
  const noPdf = 'Das PDF konnte nicht heruntergeladen werden';
  /** The names of the files that the browser saves. */
  const saving = async (act: () => Promise<void>) => {
    const [saved] = await savedBy(act);
    return `${saved?.address.split(':', 1)}: ${saved?.name}`;
  };

  test.each([
    ['PDF herunterladen', pdf, documentName(id)],
    ['Auskunft', disclosure, `Auskunft-${id.slice(0, 8)}.json`],
  ])('"%s" is saved under its name, or says why not', async (name, call, file) => {
    const shown = await openDetails(stage, { body: whole }, { more: { [call]: { body: 'the file' } } });
    expect(await saving(() => press(name))).toBe(`blob: ${file}`);
    expect(shownToast()).toBeUndefined();
    shown.replies[call] = { status: 409, body: { message: 'Gerade nicht.' } };
    await press(name);
    await fails('Gerade nicht.');
  });

  test('is not offered as a PDF before the application is completed', async () => {
    const { screen } = await openDetails(stage, { body: bare });
    await screen.findByRole('button', { name: 'Löschen' });
    expect(screen.queryByRole('button', { name: 'PDF herunterladen' })).toBeNull();
  });

  test.each([
    ['sent', whole],
    ['open', bare],
  ])('is printed from a new tab, which is closed when it fails, also of one that is %s', async (_, body) => {
    const shown = await openDetails(stage, { body }, { more: { [staffCopy]: { body: 'the file' } } });
    const tab = { location: { href: 'about:blank' }, close: mock() };
    const open = spyOn(window, 'open').mockReturnValue(tab as never);
    await press('Druckansicht');
    await settled(() => expect(tab.location.href).toStartWith('blob:'));
    expect([tab.close.mock.calls.length, open.mock.calls.length]).toEqual([0, 1]);
    shown.replies[staffCopy] = 'gone';
    await press('Druckansicht');
    await fails(noPdf);
    expect(tab.close).toHaveBeenCalledTimes(1);
    shown.replies[staffCopy] = { body: 'the file' };
    open.mockReturnValue(null);
    // without a tab it is saved
    await saving(() => press('Druckansicht'));
    open.mockRestore();
  });
});
