/** What the buttons of rows and of the details do, in one table: once, after a question if it is for good. */
import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { id, whole } from './applications/details/details-case';
import { aCase } from './cases/a-case';
import * as listed from './listed';
import { lists } from './lists';
import { invited } from './preparations/open-call';
import { detailsCall, hands, type Replies, show } from './scripted-screen';

const stage = setDocument();
const { fails, isClosed, press, succeeds, toastIs, usable } = hands(stage);

type Deed = {
  path: string;
  get: string;
  body: unknown;
  button: string;
  /** The name of the dialog that asks, its button, and words in it. */
  dialog?: [name: string, confirm: string, words: RegExp];
  /** Words of the question that the browser asks. */
  asks?: string;
  call: string;
  sent?: object;
  reply?: object;
  done: string | { title: string; description: string };
  failed: [sentence: string, title?: string];
  /** It fails in its own words, whatever the server says. */
  own?: true;
  /** Leads to the list. */
  leaves?: true;
};

const unsent = 'Die Email konnte nicht versendet werden';
const sentAgain = 'Die E-Mails konnten nicht erneut gesendet werden.';
const deleted = 'Ist getan.';
const forGood = /kann nicht rückgängig gemacht werden.*dauerhaft gelöscht/;

/** A list with this one row. */
function inList(path: string, row: object) {
  const list = lists.find((one) => one.path === path);
  if (!list) throw new Error(`There is no list at ${path}.`);
  return { path, get: `GET ${list.call}`, body: list.body([row], 1) };
}
const inDetails = (search = '') => ({
  path: href(pages.backofficeApplication, { id }) + search,
  get: detailsCall(id),
  body: { ...whole, case: { ...aCase, confirmation: 'open' } },
});

const callback = inList(pages.backofficeCallbacks, listed.callback);
const prepared = inList(pages.backofficePreparations, { ...invited, state: 'begun' });
const failedMail = { ...listed.mail, status: 'failed' };
const mails = inList(pages.backofficeEmailLogs, failedMail);
const failedMails = { ...mails, body: { ...(mails.body as object), resendable: true } };
const lukas = inList(pages.backofficeUsers, {
  ...listed.user,
  id: 'l',
  username: 'lukas',
  secondFactor: true,
});
const application = { title: 'Antrag gelöscht', description: 'Der Antrag wurde erfolgreich gelöscht.' };
const reminder = (type: string) => ({
  ...inDetails('?tab=emails'),
  call: `POST ${href(api.resendReminder, { id })}`,
  sent: { type },
  done: { title: 'Email versendet', description: 'Ist getan.' },
  failed: [unsent, 'Fehler beim Senden der Email'] as [string, string],
});
const resent = (queued: number, done: string): Deed => ({
  ...failedMails,
  button: 'Alle fehlgeschlagenen erneut senden',
  call: `POST ${api.resendFailedMails}`,
  reply: { queued },
  done,
  failed: [sentAgain],
});

const deeds: Record<string, Deed> = {
  'a request is processed': {
    ...callback,
    button: 'Als bearbeitet markieren',
    call: `POST ${href(api.processCallback, { id: listed.callback.id })}`,
    done: 'Rückruf-Anfrage wurde als bearbeitet markiert',
    failed: ['Failed to process request'],
  },
  'a request is deleted': {
    ...callback,
    button: 'Löschen',
    dialog: ['Rückruf-Anfrage löschen?', 'Ja, löschen', /Nur die Nachweise bleiben, ohne Namen und Nummer/],
    call: `DELETE ${href(api.staffCallback, { id: listed.callback.id })}`,
    done: deleted,
    failed: ['Die Rückruf-Anfrage konnte nicht gelöscht werden'],
  },
  'an offer is deleted': {
    ...inList(pages.backofficeOffers, listed.offer),
    button: 'Löschen',
    dialog: ['Angebot löschen?', 'Ja, löschen', /AN-20261127-7KQ4M2XW9C an gerda@post.example wird/],
    call: `DELETE ${href(api.staffOffer, { id: listed.offer.id })}`,
    done: deleted,
    failed: ['Das Angebot konnte nicht gelöscht werden.'],
  },
  'an invitation is sent again': {
    ...prepared,
    button: 'Einladung erneut senden',
    call: `POST ${href(api.invitePreparation, { id: invited.id })}`,
    sent: {},
    done: 'Die Einladung geht noch einmal hinaus.',
    failed: ['Die Einladung konnte nicht erneut gesendet werden.'],
  },
  'what was prepared is deleted': {
    ...prepared,
    button: 'Löschen',
    dialog: [
      'Vorbereiteten Antrag löschen?',
      'Ja, löschen',
      /Angaben des Kunden. Sie werden mit gelöscht.Die Angaben zu Johanna Sommer werden endgültig gelöscht/,
    ],
    call: `DELETE ${href(api.preparation, { id: invited.id })}`,
    done: deleted,
    failed: ['Der vorbereitete Antrag konnte nicht gelöscht werden.'],
  },
  'a mail is sent again': {
    ...mails,
    button: 'Nochmals zustellen',
    call: `POST ${href(api.resendMail, { id: failedMail.id })}`,
    done: 'Ist getan.',
    failed: ['Die E-Mail konnte nicht erneut gesendet werden.'],
  },
  'no mail is left': resent(0, 'Es ist keine E-Mail mehr da, die erneut gesendet werden kann.'),
  'one mail is sent again': resent(1, '1 E-Mail wird erneut gesendet.'),
  'all mails are sent again': resent(2, '2 E-Mails werden erneut gesendet.'),
  'sessions are ended': {
    ...lukas,
    button: 'Sitzungen beenden',
    asks: 'alle Sitzungen dieses Benutzers',
    call: `POST ${href(api.endSessions, { id: 'l' })}`,
    sent: {},
    done: 'Alle Sitzungen wurden beendet',
    failed: ['Die Sitzungen konnten nicht beendet werden'],
  },
  'an account is deleted': {
    ...lukas,
    button: 'Löschen',
    asks: 'Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?',
    call: `DELETE ${href(api.user, { id: 'l' })}`,
    sent: {},
    done: 'Benutzer wurde erfolgreich gelöscht',
    failed: ['Failed to delete user'],
  },
  'a second factor is ended': {
    ...lukas,
    button: 'Zwei-Faktor beenden',
    asks: 'die Zwei-Faktor-Anmeldung von lukas',
    call: `DELETE ${href(api.lostSecondFactor, { id: 'l' })}`,
    sent: {},
    done: 'Die Zwei-Faktor-Anmeldung wurde beendet',
    failed: ['Die Zwei-Faktor-Anmeldung konnte nicht beendet werden'],
  },
  'an application of the list is deleted': {
    ...inList(pages.backofficeApplications, listed.application),
    button: 'Löschen',
    dialog: ['Antrag löschen?', 'Ja, löschen', forGood],
    call: `DELETE ${href(api.staffApplication, { id: listed.application.id })}`,
    done: application,
    failed: ['Der Antrag konnte nicht gelöscht werden.', 'Fehler beim Löschen'],
    own: true,
  },
  'an application is deleted': {
    ...inDetails(),
    button: 'Löschen',
    dialog: ['Antrag löschen?', 'Ja, löschen', forGood],
    call: `DELETE ${href(api.staffApplication, { id })}`,
    done: application,
    failed: ['Der Antrag konnte nicht gelöscht werden.', 'Fehler beim Löschen'],
    own: true,
    leaves: true,
  },
  'its links are ended': {
    ...inDetails(),
    button: 'Link ungültig machen',
    dialog: ['Link ungültig machen?', 'Ja, ungültig machen', /./],
    call: `POST ${href(api.endLinks, { id })}`,
    sent: {},
    done: deleted,
    failed: ['Die Links konnten nicht ungültig gemacht werden.'],
  },
  'a first reminder is sent': { ...reminder('first'), button: 'Erste Erinnerung senden' },
  'a second reminder is sent': { ...reminder('second'), button: 'Zweite Erinnerung senden' },
  'a policyholder is asked again': {
    ...inDetails(),
    button: 'Bestätigung erneut senden',
    call: `POST ${href(api.caseConfirmation, { id })}`,
    sent: {},
    done: deleted,
    failed: ['Die E-Mail konnte nicht gesendet werden.'],
  },
};

let restore = () => {};
afterEach(() => restore());

describe.each(Object.entries(deeds))('%s', (_, deed) => {
  const { path, get, body, button, dialog, asks, call, sent, reply = { message: 'Ist getan.' } } = deed;

  async function open(answer: Replies[string]) {
    const confirm = spyOn(window, 'confirm').mockReturnValue(true);
    restore = () => confirm.mockRestore();
    const replies: Replies = { [`GET ${api.users}`]: { body: [] }, [get]: { body }, [call]: answer };
    const shown = await show(stage, path, { replies });
    const calls = () => shown.calls.filter((one) => one.startsWith(call) || one.startsWith(get));
    return { ...shown, calls, confirm };
  }
  const act = async () => {
    await press(button);
    if (dialog) await press(dialog[1]);
  };

  test('once, unless a question is declined, and everything is loaded again', async () => {
    const { calls, confirm } = await open({ body: reply });
    confirm.mockReturnValue(false);
    if (dialog || asks) await press(button);
    if (dialog) {
      const asked = usable().getByRole('heading', { name: dialog[0] }).closest('dialog');
      expect(asked?.textContent).toMatch(dialog[2]);
      await press('Abbrechen');
      await isClosed();
    }
    if (asks) expect(confirm).toHaveBeenCalledWith(expect.stringContaining(asks));
    const before = calls().length;
    expect(calls().some((one) => one.startsWith(call))).toBe(false);
    confirm.mockReturnValue(true);
    await act();
    await (typeof deed.done === 'string' ? succeeds(deed.done) : toastIs(deed.done));
    const [made, ...loaded] = calls().slice(before);
    expect(made).toBe(sent ? `${call} ${JSON.stringify(sent)}` : call);
    expect(new Set(loaded.map((one) => one.split('?')[0]))).toEqual(new Set(deed.leaves ? [] : [get]));
  });

  test('or says why not, and can be done again', async () => {
    const shown = await open('gone');
    await act();
    await fails(...deed.failed);
    await isClosed();
    shown.replies[call] = { status: 502, body: { message: 'Gerade nicht.' } };
    await act();
    await fails(deed.own ? deed.failed[0] : 'Gerade nicht.', deed.failed[1]);
    await isClosed();
    shown.replies[call] = { body: reply };
    await act();
    await (typeof deed.done === 'string' ? succeeds(deed.done) : toastIs(deed.done));
  });
});
