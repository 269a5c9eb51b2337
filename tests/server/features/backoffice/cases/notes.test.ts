/** The history of a case and the notes in it. */
import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { caseEvents } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { sentence } from '#tests/support/people';
import { hire } from '../staff';
import { setDesk } from './desk';

const desk = setDesk();
const notes = (id: string) => href(api.caseNotes, { id });
const note = (id: string, noteId: string) => href(api.caseNote, { id, noteId });
const text = 'Pferd steht in Leipzig.\r\nRückruf ab 17 Uhr';

describe('a note', () => {
  test('is a row of the history and leaves the version as it is', async () => {
    const id = await desk.open();
    const noteId = crypto.randomUUID();
    const added = await desk.lukas.ask('POST', notes(id), { id: noteId.toUpperCase(), text });
    const row = {
      id: noteId,
      at: '2026-11-20T09:00:00.000Z',
      actor: 'lukas.weber',
      kind: 'note',
      old: null,
      new: null,
      text: 'Pferd steht in Leipzig.\nRückruf ab 17 Uhr',
      also: [],
      message: null,
      way: null,
      attachments: null,
    };
    expect(added).toMatchObject({ status: 201, body: row });
    expect(await desk.history(id)).toEqual([row as never]);
    expect(await desk.caseOf(id)).toMatchObject({ version: 1 });
    expect(await desk.audited(id)).toEqual(['lukas.weber case_note_added']);
  });

  test('is removed by its author or an administrator, and its row stays without the text', async () => {
    const id = await desk.open();
    const mira = await hire(desk.app, 'mira.yilmaz', 'sachbearbeiter');
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const secret = `Geheim ${crypto.randomUUID()}`;
    await desk.lukas.ask('POST', notes(id), { id: first, text: secret });
    await desk.lukas.ask('POST', notes(id), { id: second, text });
    expect((await mira.ask('DELETE', note(id, first))).status).toBe(403);
    expect((await desk.lukas.ask('DELETE', note(id, crypto.randomUUID()))).status).toBe(404);
    expect((await desk.lukas.ask('DELETE', note(await completed(desk.app), first))).status).toBe(404);
    const removed = await desk.lukas.ask('DELETE', note(id, first));
    expect(removed).toMatchObject({ status: 200, body: { message: sentence } });
    expect((await desk.lukas.ask('DELETE', note(id, first))).status).toBe(200);
    const late = await desk.lukas.ask('POST', notes(id), { id: first, text: secret });
    expect(late).toMatchObject({ status: 201, body: { id: first, text: null } });
    expect((await mira.ask('POST', notes(id), { id: first, text: secret })).status).toBe(409);
    expect((await desk.antje.ask('DELETE', note(id, second))).status).toBe(200);
    expect(await desk.history(id)).toMatchObject([
      { id: second, actor: 'lukas.weber', text: null },
      { id: first, actor: 'lukas.weber', text: null },
    ]);
    expect(await desk.audited(id)).toHaveLength(4);
    for (const file of ['app.db', 'app.db-wal']) {
      const content = await readFile(join(desk.app.folder, file)).catch(() => Buffer.of());
      expect(content.includes(secret)).toBe(false);
    }
  });

  test('that somebody removes cannot be a step', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'in_review' });
    const [step] = await desk.history(id);
    expect((await desk.antje.ask('DELETE', note(id, step?.id ?? ''))).status).toBe(404);
  });
});

describe('the history', () => {
  test('is a list, newest first, and at most 200 rows long', async () => {
    const id = await desk.open();
    expect(await desk.history(id)).toEqual([]);
    await desk.change(id, { status: 'in_review', assigneeId: desk.lukas.user.id });
    expect(await desk.history(id)).toMatchObject([
      {
        kind: 'status',
        actor: 'lukas.weber',
        old: 'new',
        new: 'in_review',
        text: null,
        also: [
          { kind: 'assignee', old: null, new: 'lukas.weber' },
          { kind: 'follow_up', old: '2026-11-23', new: '2026-11-24' },
        ],
        message: null,
      },
    ]);
    await desk.lukas.ask('POST', notes(id), { id: crypto.randomUUID(), text: 'Notiz 0' });
    const [written] = (await desk.events(id)).slice(-1);
    const more = Array.from({ length: 198 }, () => ({
      ...written,
      id: crypto.randomUUID(),
      number: undefined,
    }));
    await desk.app.db.write((tx) => tx.insert(caseEvents).values(more as (typeof caseEvents.$inferInsert)[]));
    await desk.lukas.ask('POST', notes(id), { id: crypto.randomUUID(), text: 'Notiz 199' });
    const rows = await desk.history(id);
    expect(rows).toHaveLength(200);
    expect(rows[0]?.text).toBe('Notiz 199');
  });
});
