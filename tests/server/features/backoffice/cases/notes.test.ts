/** The history of a case and the notes in it. */
import { describe, expect, test } from 'bun:test';
import { caseEvents } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { filesWith } from '#tests/support/traces';
import { hire } from '../staff';
import { setDesk } from './desk';

const desk = setDesk();
const remove = async (id: string, noteId: string, by = desk.lukas) =>
  (await by.ask('DELETE', href(api.caseNote, { id, noteId }))).status;

describe('a note', () => {
  test('is a row of the history and leaves the version as it is', async () => {
    const [id, noteId] = [await desk.open(), crypto.randomUUID()];
    const text = 'Pferd steht in Leipzig.\r\nRückruf ab 17 Uhr';
    const added = await desk.note(id, { id: noteId.toUpperCase(), text });
    const row = {
      ...{ id: noteId, at: '2026-11-20T09:00:00.000Z', actor: 'lukas.weber', kind: 'note' },
      ...{ text: 'Pferd steht in Leipzig.\nRückruf ab 17 Uhr', old: null, new: null, also: [] },
      ...{ message: null, way: null, attachments: null },
    };
    expect(added).toMatchObject({ status: 201, body: row });
    expect(await desk.history(id)).toEqual([row as never]);
    expect(await desk.caseOf(id)).toMatchObject({ version: 1 });
    expect(await desk.audited(id)).toEqual(['lukas.weber case_note_added']);
  });

  test('is removed by its author or an administrator, and its row stays without the text', async () => {
    const [id, other] = [await desk.open(), await desk.open()];
    const mira = await hire(desk.app, 'mira.yilmaz', 'sachbearbeiter');
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const text = `Geheim ${crypto.randomUUID()}`;
    for (const noteId of [first, second]) await desk.note(id, { id: noteId, text });
    expect(await remove(id, first, mira)).toBe(403);
    expect(await remove(id, crypto.randomUUID())).toBe(404);
    expect(await remove(other, first)).toBe(404);
    for (const _ of [1, 2]) expect(await remove(id, first)).toBe(200);
    const late = await desk.note(id, { id: first, text });
    expect(late).toMatchObject({ status: 201, body: { id: first, text: null } });
    expect((await desk.note(id, { id: first, text }, mira)).status).toBe(409);
    expect(await remove(id, second, desk.antje)).toBe(200);
    expect(await desk.history(id)).toMatchObject(
      [second, first].map((noteId) => ({ id: noteId, actor: 'lukas.weber', text: null })),
    );
    expect(await desk.audited(id)).toHaveLength(4);
    expect(await filesWith(desk.app, [text])).toEqual([]);
  });

  test('that somebody removes cannot be a step', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'in_review' });
    const [step] = await desk.history(id);
    expect(await remove(id, step?.id ?? '', desk.antje)).toBe(404);
  });
});

test('the history is a list, newest first, and at most 200 rows long', async () => {
  const id = await desk.open();
  expect(await desk.history(id)).toEqual([]);
  await desk.change(id, { status: 'in_review', assigneeId: desk.lukas.user.id });
  const also = [
    { kind: 'assignee', old: null, new: 'lukas.weber' },
    { kind: 'follow_up', old: '2026-11-23', new: '2026-11-24' },
  ];
  const step = { kind: 'status', actor: 'lukas.weber', old: 'new', new: 'in_review', text: null, also };
  expect(await desk.history(id)).toMatchObject([{ ...step, message: null }]);
  await desk.note(id);
  const [written] = (await desk.events(id)).slice(-1);
  const more = Array.from({ length: 198 }, () => ({
    ...written,
    id: crypto.randomUUID(),
    number: undefined,
  }));
  await desk.app.db.write((tx) => tx.insert(caseEvents).values(more as (typeof caseEvents.$inferInsert)[]));
  await desk.note(id, { text: 'Die letzte' });
  const rows = await desk.history(id);
  expect([rows.length, rows[0]?.text]).toEqual([200, 'Die letzte']);
});
