/** The history of a case in its region: what it tells, and the notes that are added to it. */
import { expect, test } from 'bun:test';
import type { CaseEvent } from '#domain/cases/staff';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { hands, type Reply } from '../../scripted-screen';
import { aCase } from '../a-case';
import { history, id, openCase, sent } from './open-case';

const stage = setDocument();
const { click, enter, fill, settled } = hands(stage);
const open = (replies: Record<string, Reply>) => openCase(stage, undefined, replies);

const event: CaseEvent = {
  id: '11111111-1111-4111-8111-111111111111',
  at: '2026-11-20T09:00:00Z',
  actor: 'lukas.weber',
  kind: 'note',
  old: null,
  new: null,
  text: 'Zeile eins\nZeile zwei',
  also: [],
  message: null,
  way: null,
  attachments: null,
};
const events: CaseEvent[] = [
  { ...event, id: 'e1', actor: null, kind: 'answer', text: 'Ja, <b>gesund</b>.' },
  {
    ...event,
    id: 'e2',
    actor: 'antje',
    kind: 'status',
    old: 'in_review',
    new: 'inquiry',
    text: null,
    message: { subject: 'Eine Frage', body: 'Wie geht es ihm?', delivery: 'failed' },
  },
  event,
  { ...event, id: 'e4', actor: 'antje', text: 'Meine' },
];

test('the history tells who did what, with the words and what became of the message', async () => {
  const { screen } = await open({ [history]: { body: events } });
  const region = await screen.findByRole('region', { name: 'Verlauf' });
  await screen.findByText('Ja, <b>gesund</b>.');
  const rows = Array.from(region.querySelectorAll('li'), ({ textContent }) => textContent);
  expect(rows[0]).toContain('Die antragstellende Person hat auf die Rückfrage geantwortet.');
  expect(rows[1]).toContain('antje hat den Stand von „In Prüfung“ auf „Rückfrage“ gesetzt.');
  expect(rows[1]).toContain('Eine Fragefehlgeschlagen');
  expect(rows[2]).toContain('lukas.weber hat notiert:');
  // a case handler removes only what they wrote themselves
  expect(screen.getAllByRole('button', { name: 'Notiz entfernen' })).toHaveLength(1);
  expect(rows[3]).toContain('Notiz entfernen');
});

test.each([
  ['is called from here', false, 1],
  ['who asked for erasure is not called', true, 0],
])('a person %s', async (_, restricted, links) => {
  const { screen } = await openCase(stage, { ...aCase, restricted });
  await screen.findByRole('button', { name: 'Notiz hinzufügen' });
  expect(screen.queryAllByRole('link', { name: 'Anrufen' }).length).toBe(links);
});

test('an administrator removes notes of others, too', async () => {
  const { screen } = await openCase(stage, undefined, { [history]: { body: events } }, 'flag', 'admin');
  expect(await screen.findAllByRole('button', { name: 'Notiz entfernen' })).toHaveLength(2);
});

test('what came by mail is named, with its words and what was not taken', async () => {
  const byMail = { ...event, actor: null, text: null };
  const { screen } = await open({
    [history]: {
      body: [
        {
          ...byMail,
          id: 'm1',
          kind: 'undeliverable',
          text: 'Ihre Unterlagen: Dieses Postfach gibt es nicht.',
        },
        { ...byMail, id: 'm2', kind: 'answer', way: 'email', text: 'Ja, er ist gesund.', attachments: 1 },
        { ...byMail, id: 'm3', kind: 'answer', way: 'email', text: 'Noch etwas.', attachments: 3 },
        { ...byMail, id: 'm4', kind: 'foreign_reply' },
        { ...byMail, id: 'm5', kind: 'automatic_reply' },
        {
          ...event,
          id: 'm6',
          kind: 'status',
          old: 'in_review',
          new: 'inquiry',
          text: null,
          message: { subject: 'Eine Frage', body: 'Wie geht es ihm?', delivery: 'bounced' },
        },
      ],
    },
  });
  const region = await screen.findByRole('region', { name: 'Verlauf' });
  await screen.findByText('Ja, er ist gesund.');
  const rows = Array.from(region.querySelectorAll('li'), ({ textContent }) =>
    textContent?.replace(/^.*?, \d\d:\d\d/, ''),
  );
  expect(rows.slice(0, 5)).toEqual([
    'E-Mail kam zurückIhre Unterlagen: Dieses Postfach gibt es nicht.',
    'Antwort per E-MailJa, er ist gesund.1 Anhang wurde nicht übernommen',
    'Antwort per E-MailNoch etwas.3 Anhänge wurden nicht übernommen',
    'Antwort von einer anderen Adresse',
    'Automatische Antwort',
  ]);
  expect(rows[5]).toContain('Eine Fragekam zurück');
});

test('the history shows older rows on request', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...event,
    id: `e${index}`,
    text: `Notiz ${index}.`,
  }));
  const { screen } = await open({ [history]: { body: many } });
  await screen.findByText('Notiz 9.');
  expect(screen.queryByText('Notiz 10.')).toBeNull();
  await click(screen.getByRole('button', { name: 'Ältere Einträge zeigen (190)' }));
  screen.getByText('Notiz 199.');
});

test('a note that was begun says so outside of its dialog, until it is given up', async () => {
  const { screen, press } = await open({});
  const begun = () => screen.queryByText('Ihre angefangene Notiz ist noch nicht gespeichert.');
  await press('Notiz hinzufügen');
  await enter({ Notiz: 'Ruft am Montag zurück' });
  expect(begun()).toBeNull();
  // what the browser does on Escape
  await stage.library.act(async () => screen.getByRole('dialog').dispatchEvent(new Event('cancel')));
  expect(begun()?.getAttribute('role')).toBe('status');
  await press('Notiz hinzufügen');
  await press('Abbrechen');
  expect(begun()).toBeNull();
});

test('a note that is saved after Escape is no draft', async () => {
  const post = `POST ${href(api.caseNotes, { id })}`;
  const { screen, press } = await open({ [post]: { status: 201, body: event } });
  const saved = Promise.withResolvers<void>();
  const answer = globalThis.fetch;
  const late = async (...call: Parameters<typeof fetch>) => {
    if (call[1]?.method === 'POST') await saved.promise;
    return await answer(...call);
  };
  globalThis.fetch = late as typeof fetch;
  await press('Notiz hinzufügen');
  const dialog = screen.getByRole('dialog');
  const { act, within } = stage.library;
  await fill(within(dialog).getByLabelText('Notiz'), 'Angerufen');
  await click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await act(async () => dialog.dispatchEvent(new Event('cancel')));
  await screen.findByText('Ihre angefangene Notiz ist noch nicht gespeichert.');
  await act(async () => saved.resolve());
  await settled(() =>
    expect(screen.queryByText('Ihre angefangene Notiz ist noch nicht gespeichert.')).toBeNull(),
  );
  await press('Notiz hinzufügen');
  const field = within(screen.getByRole('dialog')).getByLabelText('Notiz');
  expect(Reflect.get(field, 'value')).toBe('');
});

test('Strg + Eingabe saves a note from its field', async () => {
  const post = `POST ${href(api.caseNotes, { id })}`;
  const shown = await open({ [post]: { status: 201, body: event } });
  await shown.press('Notiz hinzufügen');
  const field = stage.library.within(shown.screen.getByRole('dialog')).getByLabelText('Notiz');
  await fill(field, 'Angerufen');
  await stage.library.act(async () => {
    stage.library.fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  });
  await settled(() => expect(sent(shown, post)).toMatchObject([{ text: 'Angerufen' }]));
});

test('the applicant is one key away from the note about the call', async () => {
  const { screen } = await open({});
  const link = screen.getByRole('link', { name: 'Anrufen' });
  expect(link.getAttribute('href')).toStartWith('tel:');
  const note = screen.getByRole('button', { name: 'Notiz hinzufügen' });
  expect(link.nextElementSibling).toBe(note);
});

test('a history that cannot be loaded says so', async () => {
  const { screen } = await open({ [history]: { status: 500, body: { message: 'Gerade nicht.' } } });
  await screen.findByText('Fehler beim Laden des Verlaufs: 500: Gerade nicht.');
});
