import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { statement } from '#db/driver/queries';
import { ANSWER_WITHIN_MS } from '#db/driver/remote/remote';
import { fetchInTurn } from '#db/driver/remote/streams';
import { openDatabase } from '#db/open';
import { addNote, notes, openNotes } from '#tests/db/support/notes';
import { freeze, rejection, setScratch, thaw } from '#tests/db/support/processes';

const here = setScratch();

test('a server (sqld) supports reads, writes and concurrent changes of one row', async () => {
  const { url } = await here.startSqld();
  const db = await openNotes({ url });
  const other = await openDatabase({ url });
  await db.write((tx) => addNote(tx, 'a'));
  const increment = (via: Database) =>
    via.write(async (tx) => {
      const row = await tx.get<{ n: number }>(sql`select n from notes where id = 'a'`);
      await tx.run(sql`update notes set n = ${row.n + 1} where id = 'a'`);
    });
  await Promise.all(Array.from({ length: 30 }, (_, i) => increment(i % 2 ? db : other)));
  expect(await db.read.get<{ n: number }>(sql`select n from notes`)).toEqual({ n: 31 });

  expect(await rejection(db.write((tx) => addNote(tx, 'a')))).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  const broken = db.write(async (tx) => {
    await addNote(tx, 'b');
    throw new Error('changed my mind');
  });
  expect((await rejection(broken)).message).toBe('changed my mind');
  expect(await notes(db.read)).toEqual(['a']);
  await Promise.all([db.close(), other.close()]);
});

test('calls fail within about 3 s when the server stops responding, and work when it responds again', async () => {
  const { url, child } = await here.startSqld();
  const db = await openNotes({ url });
  await freeze(child);
  const start = performance.now();
  const [ping, read] = await Promise.all([rejection(db.ping()), rejection(notes(db.read))]);
  console.log(`a stopped server is noticed after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  expect(ping).toBeInstanceOf(DatabaseUnavailable);
  expect(read).toBeInstanceOf(DatabaseUnavailable);
  await thaw(child, db.ping);
  await db.write((tx) => addNote(tx, 'a'));
  expect(await notes(db.read)).toEqual(['a']);
}, 20_000);

test('who waits behind queries that get no response fails with them', async () => {
  const { url } = await here.startSqld();
  const proxy = countingProxy(url);
  const db = await openNotes({ url: proxy.url });
  proxy.isSilent = true;
  const failures = await Promise.all(Array.from({ length: 60 }, () => rejection(notes(db.read))));
  for (const failure of failures) expect(failure).toBeInstanceOf(DatabaseUnavailable);
  expect(proxy.asked).toBe(20);
  proxy.isSilent = false;
  expect(await notes(db.read)).toEqual([]);
}, 20_000);

test('an unconfirmed commit is reported as such and is not run again', async () => {
  const { url, child } = await here.startSqld();
  const db = await openNotes({ url });
  let runs = 0;
  const outcome = db.write(async (tx) => {
    runs++;
    await addNote(tx, 'a');
    await freeze(child);
  });
  expect((await rejection(outcome)).message).toContain('it may or may not be stored');
  child.kill('SIGCONT');
  expect(runs).toBe(1);
}, 20_000);

const table = sqliteTable('notes', { id: text().primaryKey(), n: integer().notNull() });
const more = statement((on) =>
  on
    .update(table)
    .set({ n: sql`n + 1` })
    .where(eq(table.id, sql.placeholder('id')))
    .returning(),
);

test('an unconfirmed request of known statements is reported as such, and all is as before afterwards', async () => {
  const { url, child } = await here.startSqld();
  const db = await openNotes({ url });
  await db.write((tx) => addNote(tx, 'a'));
  await freeze(child);
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map((id) => rejection(db.store([more.bind({ id: 'a' })], id))),
  );
  for (const { message } of outcomes) expect(message).toContain('it may or may not be stored');
  await thaw(child, db.ping);
  await db.store([more.bind({ id: 'a' })], 'a');
  const row = await db.read.get<{ n: number }>(sql`select n from notes`);
  // what was not confirmed may be stored, but not twice
  expect(row.n).toBeGreaterThanOrEqual(2);
  expect(row.n).toBeLessThanOrEqual(5);
}, 20_000);

test('writes wait for another client that holds the lock longer than a request may take, each in one place', async () => {
  const { url } = await here.startSqld();
  const proxy = countingProxy(url);
  const db = await openNotes({ url: proxy.url });
  const other = await openDatabase({ url });
  await db.write((tx) => addNote(tx, 'counted'));
  const entered = Promise.withResolvers<void>();
  const slow = other.write(async (tx) => {
    await addNote(tx, 'slow');
    entered.resolve();
    await Bun.sleep(ANSWER_WITHIN_MS + 200);
  });
  await entered.promise;
  const start = performance.now();
  proxy.begun = 0;
  const [, stored] = await Promise.all([
    db.write((tx) => addNote(tx, 'patient')),
    db.store([more.bind({ id: 'counted' })], 'counted'),
  ]);
  console.log(`writes waited ${((performance.now() - start) / 1000).toFixed(1)} s for another client`);
  expect(stored).toEqual([[{ id: 'counted', n: 2 }]]);
  // a second BEGIN of the same write would leave the first one in the queue of the server
  expect(proxy.begun).toBe(2);
  await slow;
  expect(await notes(db.read)).toEqual(['counted', 'patient', 'slow']);
  await Promise.all([db.close(), other.close()]);
  await proxy.stop();
}, 30_000);

test('who waits for the turn asks whether the server is alive only until the response', async () => {
  const asked = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<boolean>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => asked.promise.then(() => new Response('done')),
  });
  let questions = 0;
  const isAlive = () => {
    questions += 1;
    asked.resolve();
    return reply.promise;
  };
  const fetchOnce = fetchInTurn({ doubtAfterMs: 1, isAlive, longestMs: 5000 }, 'the server');
  expect(await (await fetchOnce(new Request(server.url))).text()).toBe('done');
  reply.resolve(true);
  await Bun.sleep(20);
  expect(questions).toBe(1);
  await server.stop(true);
});

test('two clients that write without a pause take turns', async () => {
  const { url } = await here.startSqld();
  const [one, two] = [await openNotes({ url }), await openDatabase({ url })];
  await one.write((tx) => addNote(tx, 'a'));
  const enough = 300;
  const counts = [0, 0];
  const visitors = [one, two].flatMap((db, index) =>
    Array.from({ length: 10 }, async (_, visitor) => {
      while (Math.max(...counts) < enough) {
        await db.store([more.bind({ id: 'a' })], String(visitor));
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }),
  );
  await Promise.all(visitors);
  console.log(`two clients that take turns: ${counts.join(' and ')} writes`);
  expect(Math.min(...counts)).toBeGreaterThan(enough / 4);
  await Promise.all([one.close(), two.close()]);
}, 30_000);

test('what waits at the same time travels in few requests', async () => {
  const { url } = await here.startSqld();
  const proxy = countingProxy(url);
  const db = await openNotes({ url: proxy.url });
  const ids = Array.from({ length: 50 }, (_, index) => String(index));
  const requestsOf = async (work: (id: string) => Promise<unknown>) => {
    proxy.requests = 0;
    await Promise.all(ids.map(work));
    return proxy.requests;
  };
  const save = (id: string) =>
    db.write(async (tx) => {
      await addNote(tx, id);
      await tx.run(sql`update notes set n = n + 1 where id = ${id}`);
    }, id);
  // BEGIN with the first statements, the second statements, COMMIT
  expect(await requestsOf(save)).toBe(3);
  // all statements are known
  expect(await requestsOf((id) => db.store([more.bind({ id })], id))).toBe(1);
  expect(await db.read.get(sql`select sum(n) as n from notes`)).toMatchObject({ n: 150 });
  await db.close();
  await proxy.stop();
});

test('streams are kept, at most 20 are used at once, and others replace those that the server does not know', async () => {
  const sqld = await here.startSqld();
  const proxy = countingProxy(sqld.url);
  const db = await openNotes({ url: proxy.url });
  const openedBy = async (work: () => Promise<unknown>) => {
    proxy.opened = 0;
    await work();
    return proxy.opened;
  };
  const use = async (id: string) => {
    await db.write((tx) => addNote(tx, id));
    expect(await notes(db.read)).toContain(id);
  };
  const inTurn = async () => {
    for (const id of ['a', 'b', 'c']) await use(id);
  };
  expect(await openedBy(inTurn)).toBe(0);

  const select = db.read.select().from(table);
  const together = () => Promise.all(Array.from({ length: 60 }, () => db.read.batch([select, select])));
  expect(await openedBy(together)).toBeWithin(1, 20);
  expect(await openedBy(together)).toBe(0);

  // the stream of a refused query is not used again, and another one takes its place
  for (let left = 21; left > 0; left -= 1) await rejection(db.read.all(sql`select * from missing`).execute());
  await use('d');

  await restarted(sqld);
  expect(await openedBy(() => use('e'))).toBe(2);
  await proxy.stop();
});

test('foreign keys, which are off in a restructuring, are checked again by the next write', async () => {
  const { url } = await here.startSqld();
  const db = await openNotes({ url });
  await db.restructure((tx) => tx.run(sql`create table parts (note text references notes (id))`));
  const orphan = db.write((tx) => tx.run(sql`insert into parts values ('nobody')`));
  expect(await rejection(orphan)).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
});

async function restarted({ child, dbPath, port }: Awaited<ReturnType<typeof here.startSqld>>) {
  child.kill('SIGKILL');
  await child.exited;
  await here.startSqld(dbPath, port);
}

/** Passes requests on and counts them, and those of them that begin a write or open a stream. */
function countingProxy(target: string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      proxy.requests += 1;
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      headers.set('accept-encoding', 'identity');
      const body = await request.text();
      if (body.includes('BEGIN IMMEDIATE')) proxy.begun += 1;
      if (!body.includes('"baton"')) proxy.opened += 1;
      if (proxy.isSilent) {
        if (body.includes('select')) proxy.asked += 1;
        return await new Promise<never>(() => {});
      }
      return await fetch(target + pathname, { method, headers, body });
    },
  });
  const proxy = {
    url: server.url.origin,
    requests: 0,
    begun: 0,
    opened: 0,
    asked: 0,
    isSilent: false,
    stop: () => server.stop(true),
  };
  return proxy;
}
