/** What is left of a case when its application is deleted. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { caseWords } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { openQuestion, reply } from '#tests/server/features/status/question';
import type { TestApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';
import { filesWith, marks, rare, tracesOf } from '#tests/support/traces';

/** Ids that stay on purpose: the audit log, decision 025, and the proofs of a completed application. */
const keptIn = ['audit_log.subject_id', 'erasures.id', 'evidence.application_id'];

test('a case that went through everything leaves nothing but ids', async () => {
  const desk = await openQuestion({}, rare);
  const { app, id, lukas, antje } = desk;
  const [mark = ''] = marks;
  const stays = await desk.open(johanna);
  const message = { id: crypto.randomUUID(), subject: `${mark} und {pferd}`, body: `${mark}: {name}` };
  const token = await desk.send({ message });
  expect((await desk.answer(token, reply(`${mark} ist gesund`))).status).toBe(201);
  for (const one of [id, stays]) await desk.note(one, { text: `${one === id ? mark : 'Alles'} notiert` });
  await desk.change(id, { policyNumber: `${mark}-7`, assigneeId: lukas.user.id });
  await desk.change(id, { status: 'declined', reason: `${mark} ist zu alt` });
  await desk.change(id, { status: 'in_review', reason: `${mark} ist doch jung` });
  const handover = { id: crypto.randomUUID(), applicationIds: [id, stays], format: 'json' };
  expect((await lukas.ask('POST', api.handovers, handover)).body).toMatchObject({ count: 2 });
  await app.outbox.runOnce();

  expect(await columnsWith(app, id.replaceAll('-', ''))).toEqual(['case_words.word']);
  expect((await tracesOf(app)).length).toBeGreaterThan(2);
  expect((await antje.ask('DELETE', href(api.staffApplication, { id }))).status).toBe(200);
  expect(await tracesOf(app)).toEqual([]);
  // the search knows the number without its dashes
  expect(await filesWith(app, [id.replaceAll('-', ''), message.id, token])).toEqual([]);
  const kept = await columnsWith(app, id);
  expect(kept.filter((column) => !keptIn.includes(column))).toEqual([]);
  const orphans = sql`case_number not in (select number from cases)`;
  expect(await app.db.read.$count(caseWords, orphans)).toBe(0);
  expect((await desk.read(token)).status).toBe(404);
  expect(await desk.history(stays)).toHaveLength(1);
});

/** The columns of all tables that contain a text. */
async function columnsWith({ db }: TestApp, text: string): Promise<string[]> {
  const columns = await db.read
    .select({ table: sql<string>`t.name`, column: sql<string>`c.name` })
    .from(sql`sqlite_schema t join pragma_table_info(t.name) c`)
    .where(sql`t.type = 'table'`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const has = sql`instr(cast(${sql.identifier(column)} as text), ${text})`;
    if ((await db.read.$count(sql`${sql.identifier(table)}`, has)) > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}
