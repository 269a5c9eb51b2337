/** What arrives and is not about our mails leaves no trace; what does holds up nobody. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { messageIdOf, openPost } from './post';
import { failures } from './reports';
import { strangersOf } from './strangers';

test('200 messages of others are taken, match nothing, and leave nothing', async () => {
  const { app, deliver, mailOf } = await openPost();
  const { id } = await mailOf('completion');
  const dump = async () => {
    const tables = await app.db.read.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    );
    const rows = [];
    for (const { name } of tables)
      rows.push(name, JSON.stringify(await app.db.read.all(sql.raw(`select * from "${name}"`))));
    return rows;
  };
  const lines: unknown[] = [];
  app.context.log = (level, event, fields) => {
    // of the call itself, with its route and status
    if (event !== 'request') lines.push([level, event, fields]);
  };
  const woken = app.woken.count;
  const before = await dump();
  const messages = strangersOf(id);
  expect(messages).toHaveLength(200);
  const statuses = new Map<number, number>();
  for (const message of messages) {
    const status = await deliver(message);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[204, 200]]);
  expect(await dump()).toEqual(before);
  expect(lines).toEqual([]);
  expect(app.woken.count).toBe(woken);
}, 60_000);

test('300 reports are all taken, and no other mail comes back', async () => {
  const { app, deliver, mailOf } = await openPost();
  const sample = await mailOf('completion');
  const copies = Array.from({ length: 300 }, () => ({ ...sample, id: crypto.randomUUID() }));
  await app.db.write((tx) => tx.insert(outbox).values(copies));
  const [, write] = failures[0] ?? ['', () => ''];
  const statuses = await Promise.all(
    copies.map(({ id }) => deliver(write({ messageId: messageIdOf(id), to: sample.recipientEmail }))),
  );
  expect(new Set(statuses)).toEqual(new Set([204]));
  const bounced = await app.db.read.select().from(outbox).where(sql`${outbox.status} = 'bounced'`);
  expect(new Set(bounced.map(({ id }) => id))).toEqual(new Set(copies.map(({ id }) => id)));
}, 60_000);
