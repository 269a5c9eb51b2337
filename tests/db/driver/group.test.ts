/** Writes that wait together share one commit (decision 012). No write may notice a difference. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { addNote, notes, openNotes } from '#tests/db/support/notes';
import { rejection, setScratch } from '#tests/db/support/processes';
import { until } from '#tests/support/until';

const here = setScratch();

const letters = ['a', 'b', 'c', 'd', 'e'];
const changed = new Error('changed my mind');

let server: ReturnType<typeof here.startSqld> | undefined;
/** One server for all tests, without the tables of the test before. */
async function emptyServer() {
  server ??= here.startSqld();
  const { url } = await server;
  const db = await openDatabase({ url });
  await db.write((tx) => tx.run(sql`drop table if exists answers`));
  await db.write((tx) => tx.run(sql`drop table if exists notes`));
  await db.close();
  return { url };
}

const places: [string, () => Promise<{ url: string }>][] = [
  ['a file', async () => ({ url: `file:${here.path('app.db')}` })],
  ['a database server', emptyServer],
];

describe.each(places)('on %s', (_, place) => {
  /** A test with a database of its own. */
  const noted = (title: string, act: (db: Database) => Promise<unknown>) =>
    test(title, async () => {
      const db = await openNotes(await place());
      await act(db);
    });

  noted('waiting writes share commits, and each is stored before its promise resolves', async (db) => {
    const views = new Set<string>();
    const lost: string[] = [];
    const crowd = Array.from({ length: 100 }, async (_, index) => {
      const id = String(index);
      await db.write((tx) => addNote(tx, id));
      const view = await notes(db.read);
      views.add(view.join());
      if (!view.includes(id)) lost.push(id);
    });
    await Promise.all(crowd);
    expect(lost).toEqual([]);
    // each commit makes one view: with a commit per write there would be a hundred
    expect(views.size).toBeLessThan(50);
  });

  noted('readers do not see a row before its commit', async (db) => {
    const seenEarly: string[] = [];
    const looking = async (tx: Transaction, id: string) => {
      await addNote(tx, id);
      if ((await notes(db.read)).includes(id)) seenEarly.push(id);
    };
    await Promise.all(letters.map((id) => db.write((tx) => looking(tx, id))));
    expect(seenEarly).toEqual([]);
  });

  noted('a write sees the rows of the earlier writes in its group', async (db) => {
    const views = await Promise.all(
      letters.map((id) =>
        db.write(async (tx) => {
          const before = await notes(tx);
          await new Promise(setImmediate);
          await addNote(tx, id);
          return before;
        }),
      ),
    );
    expect(views).toEqual(letters.map((_, index) => letters.slice(0, index)));
  });

  const failures: [string, (tx: Transaction) => Promise<unknown>, object][] = [
    ['throws an error of its own', () => Promise.reject(changed), changed],
    [
      'violates a constraint',
      (tx) => addNote(tx, 'a'),
      expect.objectContaining({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) }),
    ],
    [
      'reads a missing table',
      (tx) => tx.run(sql`select * from missing`),
      expect.objectContaining({ code: expect.stringMatching(/^SQLITE_(ERROR|UNKNOWN)$/) }),
    ],
    [
      'rolls back the shared transaction',
      async (tx) => {
        await tx.run(sql`rollback`);
        throw changed;
      },
      expect.anything(),
    ],
  ];

  test.each(failures)(
    'a write that %s loses only its own rows, and the rest of the group is stored',
    async (_, fail, reason) => {
      const db = await openNotes(await place());
      const write = (id: string) => db.write((tx) => addNote(tx, id).then(() => id));
      const failing = () =>
        db.write(async (tx) => {
          await addNote(tx, 'its own');
          return await fail(tx);
        });
      const outcomes = await Promise.allSettled([write('a'), failing(), write('b'), write('c')]);
      expect(outcomes).toEqual([
        { status: 'fulfilled', value: 'a' },
        { status: 'rejected', reason },
        { status: 'fulfilled', value: 'b' },
        { status: 'fulfilled', value: 'c' },
      ]);
      expect(await notes(db.read)).toEqual(['a', 'b', 'c']);
      await db.write((tx) => addNote(tx, 'later'));
      expect(await notes(db.read)).toContain('later');
    },
  );

  // more than fit into one group
  test.each<[string, number, (index: number) => boolean]>([
    ['none', 500, () => false],
    ['every third', 200, (index) => index % 3 === 0],
  ])('when %s of %d writes fails, the others are stored in order', async (_, many, fails) => {
    const db = await openNotes(await place());
    const order: number[] = [];
    const crowd = Array.from({ length: many }, (_, index) =>
      db.write(async (tx) => {
        await addNote(tx, String(index));
        if (fails(index)) throw changed;
        return index;
      }),
    );
    const outcomes = await Promise.allSettled(crowd.map((one) => one.then((index) => order.push(index))));
    const stored = [...crowd.keys()].filter((index) => !fails(index));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(many - stored.length);
    expect(order).toEqual(stored);
    expect((await notes(db.read)).toSorted()).toEqual(stored.map(String).toSorted());
  });

  noted('a write that continues after a failed statement does not harm its group', async (db) => {
    const tolerant = db.write(async (tx) => {
      await rejection(tx.run(sql`select * from missing`).execute());
      await addNote(tx, 'b');
    });
    await Promise.all([db.write((tx) => addNote(tx, 'a')), tolerant, db.write((tx) => addNote(tx, 'c'))]);
    expect(await notes(db.read)).toEqual(['a', 'b', 'c']);
  });

  noted('a constraint that is checked at the commit fails only the write that violates it', async (db) => {
    await db.write((tx) =>
      tx.run(sql`create table answers (note text references notes(id) deferrable initially deferred)`),
    );
    const orphan = db.write((tx) => tx.run(sql`insert into answers values ('missing')`));
    const outcomes = await Promise.allSettled([
      db.write((tx) => addNote(tx, 'a')),
      orphan,
      db.write((tx) => addNote(tx, 'b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await notes(db.read)).toEqual(['a', 'b']);
  });

  noted('writes about different things run side by side, all others one after the other', async (db) => {
    const met = Promise.withResolvers<void>();
    let arrived = 0;
    const meet = (about: string) =>
      db.write(async (tx) => {
        arrived += 1;
        if (arrived === 2) met.resolve();
        await met.promise;
        await addNote(tx, about);
      }, about);
    await Promise.all([meet('a'), meet('b')]);

    let running = 0;
    const runningAtOnce: number[] = [];
    const write = (id: string, about?: string) =>
      db.write(async (tx) => {
        running += 1;
        runningAtOnce.push(running);
        await addNote(tx, id);
        running -= 1;
      }, about);
    await Promise.all([write('c', 'x'), write('d', 'x'), write('e'), write('f'), write('g', 'y')]);
    expect(runningAtOnce).toEqual([1, 1, 1, 1, 1]);
    expect(await notes(db.read)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  noted('one of many that run side by side fails alone', async (db) => {
    const outcomes = await Promise.allSettled(
      letters.map((id) =>
        db.write(async (tx) => {
          await addNote(tx, id);
          if (id === 'c') throw changed;
          await tx.run(sql`update notes set n = n + 1 where id = ${id}`);
        }, id),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: changed },
    ]);
    expect(await db.read.all(sql`select id, n from notes order by id`)).toMatchObject(
      ['a', 'b', 'd', 'e'].map((id) => ({ id, n: 2 })),
    );
  });

  noted(
    'a restructuring runs after the writes requested before it and before those requested after it',
    async (db) => {
      const order: string[] = [];
      const write = (id: string) =>
        db
          .write((tx) => addNote(tx, id))
          .then(() => {
            order.push(id);
          });
      const before = write('w');
      const rebuilt = db
        .restructure(async (tx) => {
          await tx.run(sql`update notes set n = 2`);
          return await notes(tx);
        })
        .then((found) => {
          order.push('rebuilt');
          return found;
        });
      // all are requested before the restructuring has begun
      await Promise.all([before, rebuilt, write('x'), write('y')]);
      expect([await rebuilt, order]).toEqual([['w'], ['w', 'rebuilt', 'x', 'y']]);
    },
  );

  noted('a write inside a write is refused at every position of a group', async (db) => {
    const nested = () => db.write(() => db.write((tx) => addNote(tx, 'inner')));
    const outcomes = await Promise.all([1, 2, 3].map(() => rejection(nested())));
    expect(outcomes.map(({ message }) => message)).toEqual(
      [1, 2, 3].map(() => 'A write must not wait for another write.'),
    );
    await db.write((tx) => addNote(tx, 'outer'));
    expect(await notes(db.read)).toEqual(['outer']);
  });

  test('closing completes all waiting writes and refuses later ones', async () => {
    const db = await openNotes(await place());
    const waiting = Array.from({ length: 100 }, (_, index) => db.write((tx) => addNote(tx, String(index))));
    await db.close();
    const outcomes = await Promise.allSettled([...waiting, db.write((tx) => addNote(tx, 'late'))]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
  });
});

test('a group waits while another process writes, and is then stored in order', async () => {
  const file = here.path('app.db');
  const db = await openNotes({ url: `file:${file}` });
  await db.write((tx) => tx.run(sql`create table numbers (n integer primary key, seen integer)`));
  const { child } = await here.run('foreign-writer.ts', [file, 'once']);
  const order: string[] = [];
  const writing = letters.map((id) => db.write((tx) => addNote(tx, id)).then(() => order.push(id)));
  // longer than the 100 ms that SQLite itself waits, so that the driver has to try again
  const begun = performance.now();
  await until(async () => {
    expect([await notes(db.read), order]).toEqual([[], []]);
    return performance.now() - begun > 300;
  });
  child.stdin.end();
  await Promise.all(writing);
  await child.exited;
  expect(order).toEqual(letters);
  expect(await notes(db.read)).toEqual(letters);
}, 20_000);

test('every write that was confirmed before the process was killed is stored', async () => {
  const file = here.path('app.db');
  await (await openNotes({ url: `file:${file}` })).close();
  const { child, lines } = await here.run('group-writer.ts', [file]);
  const confirmed: string[] = [];
  for await (const id of lines) if (confirmed.push(id) === 300) child.kill('SIGKILL');
  await child.exited;
  const db = await openDatabase({ url: `file:${file}` });
  const stored = new Set(await notes(db.read));
  expect(confirmed.length).toBeGreaterThanOrEqual(300);
  expect(confirmed.filter((id) => !stored.has(id))).toEqual([]);
  await db.close();
}, 30_000);
