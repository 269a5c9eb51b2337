/** The message that goes with a step of a case. */

import { expect, spyOn, test } from 'bun:test';
import { nationwide } from '#domain/calendar/working-days';
import { builtInTemplates } from '#domain/cases/messages';
import type { Case } from '#domain/cases/staff';
import { idTaken } from '#domain/fields';
import { api, href } from '#domain/urls';
import { expectFocus, setDocument, today } from '#tests/support/dom';
import { whole } from '../../applications/details/details-case';
import { detailsCall, hands, type Reply } from '../../scripted-screen';
import { aCase } from '../a-case';
import { id, openCase, patch, saved, sent } from './open-case';

const stage = setDocument();
const { click, settled, toastIs } = hands(stage);
const open = (found?: Case | null, replies?: Record<string, Reply>) => openCase(stage, found, replies);

const preview = `POST ${href(api.casePreview, { id })}`;
async function write(status: string, replies: Record<string, Reply> = {}) {
  const shown = await open(undefined, replies);
  await shown.enter('Stand', status);
  expect(shown.value('Wiedervorlage')).toBe(
    status === 'inquiry' ? nationwide.workingDaysAfter(today, 5) : nationwide.workingDaysAfter(today, 10),
  );
  await shown.press('Speichern');
  await shown.screen.findByRole('dialog');
  await settled(() => expect(shown.value('Betreff')).not.toBe(''));
  return shown;
}

test('a message is required for an inquiry, begins with a template, and is sent once under its id', async () => {
  const shown = await write('inquiry', { [patch]: 'gone' });
  expect(sent(shown)).toEqual([]);
  expect(shown.screen.queryByRole('checkbox', { name: /informieren/ })).toBeNull();
  const [template] = builtInTemplates;
  expect([shown.value('Betreff'), shown.value('Nachricht')]).toEqual([
    template?.subject,
    template?.body,
  ] as string[]);
  await shown.enter('Betreff', 'Eine Frage');
  await shown.enter('Nachricht', 'Wie geht es\nihm?');
  await shown.press('Nachricht senden');
  await toastIs({ title: 'Fehler' });
  expect(shown.value('Nachricht')).toBe('Wie geht es\nihm?');
  shown.replies[patch] = saved({ status: 'inquiry' });
  await shown.press('Nachricht senden');
  await settled(() => expect(shown.screen.queryByRole('dialog')).toBeNull());
  const message = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subject: 'Eine Frage',
    body: 'Wie geht es\nihm?',
  };
  // what was proposed is stored, whatever day it is for the server
  const followUpOn = nationwide.workingDaysAfter(today, 5);
  expect(sent(shown)[0]).toEqual({ version: 3, status: 'inquiry', followUpOn, message });
  expect(sent(shown)[1]).toEqual(sent(shown)[0]);
});

test('a message is shown before it is sent, as the server makes it', async () => {
  const html = '<style>p{}</style><p>Guten Tag</p>';
  const shown = await write('inquiry', { [preview]: { body: { subject: 'Eine Frage', html, text: '' } } });
  const scroll = spyOn(Element.prototype, 'scrollIntoView');
  await shown.press('Vorschau');
  const frame = await shown.screen.findByTitle('So sieht die E-Mail aus');
  // it opens below the fold
  const into = scroll.mock.contexts.map((element) => (element as Element).getAttribute('aria-label'));
  expect(into).toEqual(['Ansicht der E-Mail']);
  scroll.mockRestore();
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.getAttribute('srcdoc')).toBe(html);
  expect(sent(shown, preview)).toEqual([
    { status: 'inquiry', subject: shown.value('Betreff'), body: shown.value('Nachricht') },
  ]);
});

test('a message that the server refuses says why beside its field, and stays', async () => {
  const errors = [{ path: 'message.body', message: 'Der Text enthält eine IBAN.' }];
  const shown = await write('inquiry', { [patch]: { status: 422, body: { message: 'x', errors } } });
  await shown.enter('Nachricht', 'DE89 3704 0044 0532 0130 00');
  await shown.press('Nachricht senden');
  await shown.screen.findByText('Der Text enthält eine IBAN.');
  expect(shown.field('Nachricht').getAttribute('aria-invalid')).toBe('true');
  expectFocus(shown.field('Nachricht'));
  await shown.enter('Betreff', ' ');
  await shown.press('Nachricht senden');
  await shown.screen.findByText('Bitte geben Sie einen Betreff ein');
  expect(sent(shown)).toHaveLength(1);
});

test('a message whose step is stored with other words is given up for what is stored', async () => {
  const shown = await write('inquiry', { [patch]: { status: 409, body: { message: idTaken } } });
  const found = { ...aCase, version: 4, status: 'inquiry' };
  shown.replies[detailsCall(id)] = { body: { ...whole, case: found } };
  await shown.press('Nachricht senden');
  await shown.screen.findByText(idTaken);
  await shown.press('Stand laden');
  await settled(() => expect(shown.screen.queryByRole('dialog')).toBeNull());
  await settled(() => expect(shown.value('Stand')).toBe('inquiry'));
  expect(shown.screen.queryByText(/Noch nicht gespeichert/)).toBeNull();
});

test('a message that is offered can be left out', async () => {
  const shown = await write('transmitted', { [patch]: saved({ status: 'transmitted' }) });
  const box = shown.screen.getByRole('checkbox', { name: 'Die Person über diesen Schritt informieren' });
  expect(Reflect.get(box, 'checked')).toBe(true);
  await click(box);
  shown.screen.getByText(/^Es wird keine E-Mail gesendet/);
  await shown.press('Ohne Nachricht speichern');
  await settled(() => expect(sent(shown)).toMatchObject([{ version: 3, status: 'transmitted' }]));
  expect(sent(shown)[0]).not.toHaveProperty('message');
});

test('a message that was left out of one step is there for a step that needs it', async () => {
  const shown = await write('transmitted');
  await click(shown.screen.getByRole('checkbox', { name: /informieren/ }));
  await shown.press('Abbrechen');
  await shown.change({ Stand: 'inquiry' });
  expect(shown.value('Nachricht')).toBe(builtInTemplates[0]?.body ?? '');
  shown.screen.getByRole('button', { name: 'Nachricht senden' });
});

test('a message is kept when the dialog is closed', async () => {
  const shown = await write('inquiry');
  await shown.enter('Nachricht', 'Halb fertig');
  await shown.press('Abbrechen');
  await shown.press('Speichern');
  expect(shown.value('Nachricht')).toBe('Halb fertig');
});

test('what is written before the template comes stays, and the rest is the template’s', async () => {
  const templates = `GET ${href(api.caseTemplates, { id })}`;
  const shown = await open(undefined, { [templates]: 'gone' });
  await shown.change({ Stand: 'inquiry' });
  await shown.screen.findByRole('dialog');
  await shown.screen.findByRole('button', { name: 'Erneut versuchen' });
  await shown.enter('Nachricht', 'Wie geht es ihm?');
  shown.replies[templates] = { body: builtInTemplates };
  await shown.press('Erneut versuchen');
  await settled(() => expect(shown.value('Betreff')).toBe(builtInTemplates[0]?.subject ?? '?'));
  expect(shown.value('Nachricht')).toBe('Wie geht es ihm?');
});

test('a message that becomes wrong by a conflict is there again to be corrected', async () => {
  const current = { ...aCase, version: 7 };
  const shown = await write('inquiry', { [patch]: { status: 409, body: { message: 'Geändert.', current } } });
  await shown.enter('Nachricht', 'Kann {das} weg?');
  await shown.press('Nachricht senden');
  const errors = [{ path: 'message.body', message: 'Das ist kein Platzhalter.' }];
  await shown.screen.findByRole('button', { name: 'Trotzdem speichern' });
  shown.replies[patch] = { status: 422, body: { message: 'x', errors } };
  await shown.press('Trotzdem speichern');
  await shown.screen.findByText('Das ist kein Platzhalter.');
  expect(shown.value('Nachricht')).toBe('Kann {das} weg?');
});

test('a step that is refused while its message is written says what to do first', async () => {
  const refusal = { status: 409, body: { message: 'Beratung offen' } };
  const shown = await openCase(stage, { ...aCase, adviceOwed: true }, { [patch]: refusal });
  await shown.change({ Stand: 'transmitted' });
  const dialog = await shown.screen.findByRole('dialog');
  await settled(() => expect(shown.value('Betreff')).not.toBe(''));
  await shown.press('Nachricht senden');
  await settled(() =>
    expect(dialog.querySelector('[role=alert]')?.textContent).toBe(
      'Beratung offen: Bitte dokumentieren Sie zuerst die Beratung.',
    ),
  );
});
