/** Writes that wait together share one commit (decision 012): what that must not change for any of them. */
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type Database, DatabaseUnavailable, openDatabase, type Transaction } from '#db/client';
import { addNote, createNotes, notes } from '#tests/db/support/notes';
import { rejection, scratch } from '#tests/db/support/processes';

const here = scratch();
afterAll(() => here.remove());

const letters = ['a', 'b', 'c', 'd', 'e'];
const changed = new Error('changed my mind');

test('writes that wait share commits, and each is stored when it is answered', async () => {
  const db = await openNotes();
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
  // each commit makes a view of its own: with one a write there would be a hundred
  expect(views.size).toBeLessThan(50);
  await db.close();
});

test('nobody else sees a row before its commit', async () => {
  const db = await openNotes();
  const seenEarly: string[] = [];
  const looking = async (tx: Transaction, id: string) => {
    await addNote(tx, id);
    if ((await notes(db.read)).includes(id)) seenEarly.push(id);
  };
  await Promise.all(letters.map((id) => db.write((tx) => looking(tx, id))));
  expect(seenEarly).toEqual([]);
  await db.close();
});

test('each sees what was written before it in its group', async () => {
  const db = await openNotes();
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
  await db.close();
});

const failures: [string, (tx: Transaction) => Promise<unknown>, object][] = [
  ['throws an error of its own', () => Promise.reject(changed), changed],
  [
    'breaks a rule of the table',
    (tx) => addNote(tx, 'a'),
    expect.objectContaining({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }),
  ],
  [
    'asks for what does not exist',
    (tx) => tx.run(sql`select * from missing`),
    expect.objectContaining({ code: 'SQLITE_ERROR' }),
  ],
  [
    'ends the transaction of all',
    async (tx) => {
      await tx.run(sql`rollback`);
      throw changed;
    },
    expect.anything(),
  ],
];

test.each(failures)(
  'one that %s takes back its own rows, its neighbours are stored',
  async (_, fail, reason) => {
    const db = await openNotes();
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
    await db.close();
  },
);

test('of a crowd in which every third fails the others are stored, in their order', async () => {
  const db = await openNotes();
  const order: number[] = [];
  const crowd = Array.from({ length: 200 }, (_, index) =>
    db.write(async (tx) => {
      await addNote(tx, String(index));
      if (index % 3 === 0) throw changed;
      return index;
    }),
  );
  const outcomes = await Promise.allSettled(crowd.map((one) => one.then((index) => order.push(index))));
  const stored = [...crowd.keys()].filter((index) => index % 3 !== 0);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(200 - stored.length);
  expect(order).toEqual(stored);
  expect((await notes(db.read)).toSorted()).toEqual(stored.map(String).toSorted());
  await db.close();
});

test('one that lives with a refused statement harms nobody', async () => {
  const db = await openNotes();
  const tolerant = db.write(async (tx) => {
    await rejection(tx.run(sql`select * from missing`).execute());
    await addNote(tx, 'b');
  });
  await Promise.all([db.write((tx) => addNote(tx, 'a')), tolerant, db.write((tx) => addNote(tx, 'c'))]);
  expect(await notes(db.read)).toEqual(['a', 'b', 'c']);
  await db.close();
});

test('a rule that is only asked at the commit fails the one who broke it', async () => {
  const db = await openNotes();
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
  await db.close();
});

test('savepoints of members may bear any name', async () => {
  const db = await openNotes();
  const nested = (id: string) =>
    db.write((tx) =>
      tx.transaction(async (inner) => {
        await addNote(inner, id);
        await rejection(
          inner.transaction(async (innermost) => {
            await addNote(innermost, `${id} dropped`);
            throw changed;
          }),
        );
      }),
    );
  await Promise.all(letters.map(nested));
  expect(await notes(db.read)).toEqual(letters);
  await db.close();
});

test('a crowd larger than a group is served in its order', async () => {
  const db = await openNotes();
  const order: number[] = [];
  const crowd = Array.from({ length: 500 }, (_, index) =>
    db.write((tx) => addNote(tx, String(index))).then(() => order.push(index)),
  );
  await Promise.all(crowd);
  expect(order).toEqual(crowd.map((_, index) => index));
  expect(await notes(db.read)).toHaveLength(500);
  await db.close();
});

test('a restructuring stands between the writes asked for before and after it', async () => {
  const db = await openNotes();
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
  // asked for before the restructuring has begun
  await Promise.all([before, rebuilt, write('x'), write('y')]);
  expect([await rebuilt, order]).toEqual([['w'], ['w', 'rebuilt', 'x', 'y']]);
  await db.close();
});

test('a write inside a write is refused in each place of a group', async () => {
  const db = await openNotes();
  const nested = () => db.write(() => db.write((tx) => addNote(tx, 'inner')));
  const outcomes = await Promise.all([1, 2, 3].map(() => rejection(nested())));
  expect(outcomes.map(({ message }) => message)).toEqual(
    [1, 2, 3].map(() => 'A write must not wait for another write.'),
  );
  await db.write((tx) => addNote(tx, 'outer'));
  expect(await notes(db.read)).toEqual(['outer']);
  await db.close();
});

test('while another process writes the whole group waits, then is stored in its order', async () => {
  const file = here.path('app.db');
  const db = await openNotes(`file:${file}`);
  await db.write((tx) => tx.run(sql`create table numbers (n integer primary key, seen integer)`));
  const { child } = await here.run('foreign-writer.ts', [file, '700']);
  const order: string[] = [];
  await Promise.all(letters.map((id) => db.write((tx) => addNote(tx, id)).then(() => order.push(id))));
  child.kill('SIGKILL');
  await child.exited;
  expect(order).toEqual(letters);
  expect(await notes(db.read)).toEqual(letters);
  await db.close();
}, 20_000);

test('what a killed process was told is stored, in whatever group it was', async () => {
  const file = here.path('app.db');
  await (await openNotes(`file:${file}`)).close();
  const { child, lines } = await here.run('group-writer.ts', [file]);
  const told: string[] = [];
  for await (const id of lines) {
    if (told.push(id) === 300) child.kill('SIGKILL');
  }
  await child.exited;
  const db = await openDatabase({ url: `file:${file}` });
  const stored = new Set(await notes(db.read));
  expect(told.length).toBeGreaterThanOrEqual(300);
  expect(told.filter((id) => !stored.has(id))).toEqual([]);
  await db.close();
}, 30_000);

test('closing answers every member of the groups that wait', async () => {
  const db = await openNotes();
  const asked = Array.from({ length: 100 }, (_, index) => db.write((tx) => addNote(tx, String(index))));
  await db.close();
  const outcomes = await Promise.allSettled([...asked, db.write((tx) => addNote(tx, 'late'))]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
});

async function openNotes(url = `file:${here.path('app.db')}`): Promise<Database> {
  const db = await openDatabase({ url });
  await createNotes(db);
  return db;
}
