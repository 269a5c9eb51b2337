/** What the buttons on the details of an application do, in one table, and details that cannot be loaded. */
import { describe, expect, mock, spyOn, test } from 'bun:test';
import { api, documentName, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, type Reply, type Shown, shownToast } from '../../scripted-screen';
import { address, bare, id, openDetails, whole } from './details-case';

const stage = setDocument();
const { fails, press, settled, toastIs, usable } = hands(stage);
const get = detailsCall(id);
const path = ({ router }: Shown) => router.state.location.pathname;

type Action = {
  tab?: 'emails';
  /** The button of the question that comes first. */
  confirm?: string;
  call: string;
  sent?: object;
  done: [title: string, sentence: string];
  failed: [sentence: string, title?: string];
};
const reminder = (type: string): Action => ({
  tab: 'emails',
  call: `POST ${href(api.resendReminder, { id })}`,
  sent: { type },
  done: ['Email versendet', 'Ist unterwegs.'],
  failed: ['Die Email konnte nicht versendet werden', 'Fehler beim Senden der Email'],
});
const actions: Record<string, Action> = {
  'Erste Erinnerung senden': reminder('first'),
  'Zweite Erinnerung senden': reminder('second'),
  'Link ungültig machen': {
    confirm: 'Ja, ungültig machen',
    call: `POST ${href(api.endLinks, { id })}`,
    sent: {},
    done: ['Erfolgreich', 'Ist unterwegs.'],
    failed: ['Die Links konnten nicht ungültig gemacht werden.'],
  },
  Löschen: {
    confirm: 'Ja, löschen',
    call: `DELETE ${href(api.staffApplication, { id })}`,
    done: ['Antrag gelöscht', 'Der Antrag wurde erfolgreich gelöscht.'],
    failed: ['Der Antrag konnte nicht gelöscht werden.', 'Fehler beim Löschen'],
  },
};

describe.each(Object.entries(actions))('"%s"', (name, { tab, confirm, call, sent, done, failed }) => {
  const open = (reply: Reply) => openDetails(stage, { body: whole }, { tab, more: { [call]: reply } });
  const act = async () => {
    await press(name);
    if (confirm) await press(confirm);
  };

  test('does it once, after a question if it is for good, and loads the details again', async () => {
    const shown = await open({ body: { message: 'Ist unterwegs.' } });
    if (confirm) {
      await press(name);
      await press('Abbrechen');
      expect(shown.calls).toEqual([get]);
    }
    await act();
    await toastIs({ title: done[0], description: done[1] });
    const again = name === 'Löschen' ? [] : [get];
    await settled(() =>
      expect(shown.calls).toEqual([get, sent ? `${call} ${JSON.stringify(sent)}` : call, ...again]),
    );
  });

  test('says why it fails, and the details stay', async () => {
    const shown = await open('gone');
    await act();
    await fails(...failed);
    expect(path(shown)).toBe(address);
    shown.screen.getByText(id);
    if (name === 'Löschen') return;
    shown.replies[call] = { status: 502, body: { message: 'Der Mailserver nimmt sie nicht an.' } };
    await act();
    await fails('Der Mailserver nimmt sie nicht an.', failed[1]);
  });
});

describe('reminders', () => {
  const disabled = () =>
    usable()
      .getAllByRole('button', { name: /Erinnerung senden$/ })
      .map((one) => one.hasAttribute('disabled'));

  test('cannot be sent without an e-mail address, nor while another one is being sent', async () => {
    const shown = await openDetails(stage, { body: bare }, { tab: 'emails' });
    await shown.screen.findByText('Erste Erinnerung senden');
    expect(disabled()).toEqual([true, true]);
    stage.library.cleanup();
    const call = `POST ${href(api.resendReminder, { id })}`;
    await openDetails(stage, { body: whole }, { tab: 'emails', more: { [call]: 'never' } });
    await press('Erste Erinnerung senden');
    await settled(() => expect(disabled()).toEqual([true, true]));
  });
});

describe('deletion', () => {
  const call = `DELETE ${href(api.staffApplication, { id })}`;
  const erase = async (reply?: Reply) => {
    const shown = await openDetails(stage, { body: whole }, reply && { more: { [call]: reply } });
    shown.client.setQueryData([api.staffApplications], []);
    await press('Löschen');
    await usable().findByText(/kann nicht rückgängig gemacht werden.*dauerhaft gelöscht/);
    await press('Ja, löschen');
    await shown.screen.findByText('Die Liste');
    return shown;
  };

  test('returns to the list, whose data is stale, and discards the details', async () => {
    const { client } = await erase({ body: { message: 'ok' } });
    expect(client.getQueryState([api.staffApplications])?.isInvalidated).toBe(true);
    expect(client.getQueryState([href(api.details, { id })])).toBeUndefined();
  });

  test('of an application that somebody else deleted reports that and returns to the list', async () => {
    await erase();
    await fails('Der Antrag konnte nicht gelöscht werden.', 'Fehler beim Löschen');
  });
});

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
    const saved: string[] = [];
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.href.split(':', 1)}: ${this.download}`);
    });
    await act();
    await settled(() => expect(saved).toHaveLength(1));
    clicked.mockRestore();
    return saved[0];
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
