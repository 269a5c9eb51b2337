/** What all forms in dialogs have in common, in one table: refusals, failures, drafts, and that nothing is sent twice. */
import { describe, expect, test } from 'bun:test';
import { idTaken } from '#domain/fields';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, href, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { id as applicationId, whole } from './applications/details/details-case';
import { aCase, later, yesterday } from './cases/a-case';
import * as listed from './listed';
import { detailsCall, hands, type Replies, sentTo, show } from './scripted-screen';
import { describedOf, entryOf } from './staff-screen';

const stage = setDocument();
const { click, enter, fails, isClosed, press, settled, succeeds, usable } = hands(stage);

type Dialog = {
  path: string;
  replies: Replies;
  /** What is ticked before it can be opened. */
  tick?: string;
  opener: string;
  send?: string;
  call: string;
  entries: Record<string, string>;
  /** Entries of which each is refused with its sentence. */
  wrong: Record<string, [typed: string, message: string]>;
  saved: [body: object, sentence: string];
  failure: string;
  /** Is stored once under an id that it is sent with, or keeps what was typed when it is closed. */
  once?: true;
  draft?: true;
};

const details = { [detailsCall(applicationId)]: { body: { ...whole, adviceOwed: true, case: aCase } } };
const atApplication = { path: href(pages.backofficeApplication, { id: applicationId }), replies: details };
const withdrawals = {
  [`GET ${api.staffWithdrawals}`]: {
    body: { withdrawals: [listed.withdrawal], total: 1, totalPages: 1, open: 1 },
  },
};
const atWithdrawals = { path: pages.backofficeWithdrawals, replies: withdrawals };
const withdrawalId = { id: listed.withdrawal.id };

const dialogs: Record<string, Dialog> = {
  'a note': {
    ...atApplication,
    opener: 'Notiz hinzufügen',
    call: `POST ${href(api.caseNotes, { id: applicationId })}`,
    entries: { Notiz: 'Angerufen' },
    wrong: { Notiz: [' \n ', 'Bitte schreiben Sie etwas in die Notiz'] },
    saved: [{}, 'Die Notiz ist gespeichert.'],
    failure: 'Die Notiz konnte nicht gespeichert werden.',
    once: true,
    draft: true,
  },
  advice: {
    ...atApplication,
    opener: 'Beratung dokumentieren',
    send: 'Speichern und senden',
    call: `POST ${href(api.advice, { id: applicationId })}`,
    entries: { 'Wünsche und Bedürfnisse': 'Kolik', 'Beratung und Empfehlung': 'Top' },
    wrong: {
      'Wünsche und Bedürfnisse': [' \n ', 'Bitte halten Sie die Wünsche und Bedürfnisse fest'],
      'Beratung und Empfehlung': ['', 'Bitte halten Sie Beratung und Empfehlung fest'],
    },
    saved: [{}, 'Die Beratung ist gespeichert und geht per E-Mail hinaus.'],
    failure: 'Die Beratung konnte nicht gespeichert werden',
    once: true,
    draft: true,
  },
  'an offer': {
    path: pages.backofficeOffers,
    replies: {
      [`GET ${api.staffOffers}`]: { body: { offers: [], total: 0, totalPages: 1, sources: {} } },
      [`GET ${api.tariffs}`]: { body: fallbackCatalogue },
    },
    opener: 'Angebot senden',
    send: 'Angebot senden',
    call: `POST ${api.staffOffers}`,
    entries: { 'E-Mail': 'gerda@post.example', Tarif: 'top', Selbstbeteiligung: '250' },
    wrong: {
      'E-Mail': ['gerda', 'Bitte geben Sie eine gültige E-Mail-Adresse ein'],
      'Geburtsjahr des Pferdes (freiwillig)': ['alt', 'Bitte prüfen Sie das Geburtsjahr'],
    },
    saved: [listed.offer, 'Das Angebot ist unterwegs.'],
    failure: 'Das Angebot konnte nicht gesendet werden.',
    once: true,
    draft: true,
  },
  'the end of a withdrawal': {
    ...atWithdrawals,
    opener: 'Abschließen',
    send: 'Abschließen',
    call: `POST ${href(api.closeWithdrawal, withdrawalId)}`,
    entries: { Ergebnis: 'late', 'Notiz (optional)': 'Nach 14 Tagen' },
    wrong: { Ergebnis: ['', 'Bitte wählen Sie ein Ergebnis'] },
    saved: [listed.withdrawal, 'Der Widerruf wurde abgeschlossen.'],
    failure: 'Der Widerruf konnte nicht abgeschlossen werden.',
    draft: true,
  },
  'the end of several withdrawals': {
    ...atWithdrawals,
    tick: 'Alle auswählen',
    opener: 'Ausgewählte abschließen',
    send: 'Abschließen',
    call: `POST ${api.closeWithdrawals}`,
    entries: { Ergebnis: 'late', 'Notiz (optional)': 'Nach 14 Tagen' },
    wrong: { Ergebnis: ['', 'Bitte wählen Sie ein Ergebnis'] },
    saved: [{ closed: 1, skipped: [] }, '1 Widerruf wurde abgeschlossen.'],
    failure: 'Die Widerrufe konnten nicht abgeschlossen werden.',
  },
  'the application of a withdrawal': {
    ...atWithdrawals,
    opener: 'Zuordnen',
    call: `POST ${href(api.assignWithdrawal, withdrawalId)}`,
    entries: { Antragsnummer: applicationId },
    wrong: { Antragsnummer: ['5b0c6d8e', 'Bitte geben Sie eine ganze Antragsnummer an, oder keine'] },
    saved: [listed.withdrawal, 'Die Zuordnung wurde gespeichert.'],
    failure: 'Die Zuordnung konnte nicht gespeichert werden.',
  },
  'a new account': {
    path: pages.backofficeUsers,
    replies: { [`GET ${api.users}`]: { body: [listed.user] } },
    opener: 'Benutzer hinzufügen',
    send: 'Erstellen',
    call: `POST ${api.users}`,
    entries: {
      Benutzername: 'mira.yilmaz',
      Passwort: 'lang-genug-2',
      'E-Mail (optional)': 'mira@post.example',
      Rolle: 'admin',
    },
    wrong: {
      Benutzername: ['ab', 'Benutzername muss mindestens 3 Zeichen lang sein'],
      Passwort: ['fünf5', 'Passwort muss mindestens 6 Zeichen lang sein'],
      'E-Mail (optional)': ['keine', 'Ungültige E-Mail-Adresse'],
    },
    saved: [listed.user, 'Benutzer wurde erfolgreich erstellt'],
    failure: 'Failed to create user',
  },
  'the follow-up of several cases': {
    path: pages.backofficeCases,
    replies: { [`GET ${api.cases}`]: { body: { cases: [aCase], total: 1, totalPages: 1 } } },
    tick: 'Alle auswählen',
    opener: 'Wiedervorlage setzen',
    call: `POST ${api.bulkCases}`,
    entries: { Wiedervorlage: later },
    wrong: { Wiedervorlage: [yesterday, 'Bitte wählen Sie einen Tag ab heute'] },
    saved: [{ changed: 1, skipped: [] }, '1 Vorgang wurde geändert.'],
    failure: 'Die Vorgänge konnten nicht geändert werden.',
  },
};

async function open({ path, replies, tick, opener, send = 'Speichern', call, entries }: Dialog) {
  const shown = await show(stage, path, {
    role: 'admin',
    replies: { ...replies, [`GET ${api.users}`]: replies[`GET ${api.users}`] ?? { body: [] } },
  });
  if (tick) await click(await shown.screen.findByRole('checkbox', { name: tick }));
  await press(opener);
  const submit = () => usable().getByRole('button', { name: send });
  const field = (label: string) => usable().getByLabelText(label);
  const words = () => Object.keys(entries).map((label) => entryOf(field(label)));
  const initial = words();
  return {
    ...shown,
    submit,
    field,
    initial,
    words,
    reopen: () => press(opener),
    send: async () => click(await usable().findByRole('button', { name: send })),
    fillIn: () => enter(entries),
    sent: () => sentTo(shown, call) as { id?: string }[],
    closeByEscape: () =>
      stage.library.act(
        async () => void document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel')),
      ),
  };
}

const all = Object.entries(dialogs);

describe.each(all)('%s', (_, dialog) => {
  const { call, entries, failure, saved, wrong } = dialog;
  const values = Object.values(entries);
  const ok = { status: 201, body: saved[0] };

  test('that is wrong says so beside each field before anything is sent', async () => {
    const { field, fillIn, send, sent } = await open(dialog);
    await fillIn();
    for (const [label, [typed]] of Object.entries(wrong)) await enter({ [label]: typed });
    await send();
    for (const [label, [, message]] of Object.entries(wrong)) {
      await settled(() => expect(describedOf(field(label))).toContain(message));
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
    }
    expectFocus(field(Object.keys(wrong)[0] ?? ''));
    expect(sent()).toEqual([]);
  });

  test('is sent once, however often it is clicked, then closes and is blank again', async () => {
    const { replies, submit, fillIn, initial, reopen, sent, words } = await open(dialog);
    const answer = Promise.withResolvers<Response>();
    replies[call] = () => answer.promise;
    await fillIn();
    const button = submit();
    await stage.library.act(async () => {
      for (const _ of ['at once', 'twice']) stage.library.fireEvent.click(button);
    });
    await click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(sent()).toHaveLength(1);
    answer.resolve(Response.json(saved[0], { status: 201 }));
    await succeeds(saved[1]);
    await isClosed();
    if (dialog.tick === 'Alle auswählen' && !usable().queryByRole('button', { name: dialog.opener })) return;
    await reopen();
    expect(words()).toEqual(initial);
  });

  test('that fails says why, keeps every entry, and is sent again as it was', async () => {
    const { replies, fillIn, send, sent, words } = await open(dialog);
    replies[call] = 'gone';
    await fillIn();
    await send();
    await fails(failure);
    expect(words()).toEqual(values);
    replies[call] = { status: 409, body: { message: 'Gerade nicht.' } };
    await send();
    await fails('Gerade nicht.');
    expect(words()).toEqual(values);
    replies[call] = ok;
    await send();
    await succeeds(saved[1]);
    await isClosed();
    const [first, ...others] = sent();
    expect(others).toEqual([first, first] as object[]);
  });
});

describe.each(all.filter(([, { once }]) => once))(
  '%s that is stored already with other words',
  (_, dialog) => {
    test.each(['Stand laden', 'Abbrechen'])('is another one after "%s"', async (way) => {
      const { replies, fillIn, initial, reopen, send, sent, words } = await open(dialog);
      replies[dialog.call] = { status: 409, body: { message: idTaken } };
      await fillIn();
      await send();
      await usable().findByText(idTaken);
      await press(way);
      await isClosed();
      await reopen();
      expect(usable().queryAllByText(idTaken)).toEqual([]);
      if (way === 'Stand laden') expect(words()).not.toEqual(initial);
      await fillIn();
      replies[dialog.call] = { status: 201, body: dialog.saved[0] };
      await send();
      await succeeds(dialog.saved[1]);
      const [first, second] = sent();
      expect(first?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(second).toEqual({ ...first, id: expect.not.stringMatching(first?.id ?? '') as never });
    });
  },
);

test.each(all.filter(([, { draft }]) => draft))(
  '%s that was begun survives Escape with its id, and ends with Abbrechen',
  async (_, dialog) => {
    const { replies, closeByEscape, fillIn, initial, reopen, send, sent, words } = await open(dialog);
    replies[dialog.call] = 'gone';
    await fillIn();
    const begun = words();
    await send();
    await fails(dialog.failure);
    await closeByEscape();
    await isClosed();
    await reopen();
    expect(words()).toEqual(begun);
    await fillIn();
    await send();
    await settled(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0] as object);
    await press('Abbrechen');
    await isClosed();
    await reopen();
    expect(words()).toEqual(initial);
  },
);
