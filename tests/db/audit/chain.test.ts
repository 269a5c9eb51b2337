/** The chain of the audit log: whatever somebody changes in the file behind the product's back is noticed. */
// ASVS 16.4.2
import { describe, expect, test } from 'bun:test';
import { checkAuditLog } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import { deleteExpired } from '#db/retention';
import { auditChain, auditLog } from '#db/schema/staff';
import { readAuditKey } from '#db/sealed-keys';
import { record as recordRows } from '#server/deed';
import { openAudited, tamper } from '../support/audit';
import { setScratch } from '../support/processes';

const here = setScratch();

const subjects = (count: number) => Array.from({ length: count }, (_, index) => `subject ${index + 1}`);

async function open() {
  const file = here.path('app.db');
  const log = await openAudited(`file:${file}`);
  return { ...log, file };
}

/** A log of ten rows, of two actions. */
async function openWithTen() {
  const log = await open();
  await log.record(subjects(4));
  await log.record(subjects(6), 2_000);
  return log;
}

const whole = (rows: number) => ({ rows, whole: true, firstBroken: null });
const brokenAt = (firstBroken: number | null) => ({ whole: false, firstBroken });

describe('the chain is whole', () => {
  test('without rows, with some, and with more than fit into one batch', async () => {
    const { record, check } = await open();
    expect(await check()).toEqual(whole(0));
    await record(['one']);
    expect(await check()).toEqual(whole(1));
    await record([]);
    await record(subjects(1_200));
    expect(await check()).toEqual(whole(1_201));
  });

  test('after writes that were asked for at the same time, and after one that failed', async () => {
    const { db, record, check, cipher } = await open();
    const fails = db.write(async (tx) => {
      await recordRows(tx, cipher, {
        by: { id: 'x', username: 'x' },
        action: 'case_changed',
        subjects: subjects(3),
        at: 1,
      });
      throw new Error('rolled back');
    });
    const all = [record(['one', 'two']), fails, record(['three']), record(subjects(20))];
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await check()).toEqual(whole(23));
  });

  test('while rows are added and the oldest are deleted', async () => {
    const { record, check, expire } = await open();
    await record(subjects(3_000), 1);
    const checks = Promise.all([check(), check()]);
    const changes = (async () => {
      for (let round = 0; round < 10; round += 1) {
        await record(subjects(30), 10);
        await expire({ before: 5, most: 200 });
      }
    })();
    await changes;
    for (const { whole, firstBroken } of await checks)
      expect({ whole, firstBroken }).toEqual({ whole: true, firstBroken: null });
    expect(await check()).toEqual(whole(1_300));
  });

  test('after rows were deleted that a check had not reached', async () => {
    const { db, record, check, expire } = await open();
    await record(subjects(700), 1);
    await record(subjects(300), 10);
    let reads = 0;
    const batch: typeof db.read.batch = async (queries) => {
      reads += 1;
      // the first 500 rows have been checked
      if (reads === 2) while ((await expire({ before: 5, most: 200 })).count > 0);
      return await db.read.batch(queries);
    };
    const read: typeof db.read = Object.assign(Object.create(db.read), { batch });
    expect(await check({ read })).toEqual(whole(300));
  });
});

const copyOfRow = (id: number, as: number) =>
  `insert into audit_log (id, at, user_id, username, action, subject_id, address, hash)
   select ${as}, at, user_id, username, action, subject_id, address, hash from audit_log where id = ${id}`;

/** A hash may begin with any letter, so that no fixed one is sure to change it. */
const anotherThan = (hash: string) => `iif(substr(${hash}, 1, 1) = 'x', 'y', 'x') || substr(${hash}, 2)`;

describe('the check names the first broken row', () => {
  test.each([
    ['another time', ['update audit_log set at = at + 1 where id = 5'], 5],
    ['another account', ["update audit_log set user_id = 'lukas' where id = 5"], 5],
    ['another name', ["update audit_log set username = 'lukas.weber' where id = 5"], 5],
    ['another action', ["update audit_log set action = 'user_created' where id = 5"], 5],
    ['another subject', ["update audit_log set subject_id = 'subject 9' where id = 5"], 5],
    ['an address', ["update audit_log set address = '' where id = 5"], 5],
    ['another hash', [`update audit_log set hash = ${anotherThan('hash')} where id = 5`], 5],
    ['no hash', ['update audit_log set hash = null where id = 5'], 5],
    ['the newest row changed', ["update audit_log set subject_id = 'nobody' where id = 10"], 10],
    ['a row deleted in the middle', ['delete from audit_log where id = 5'], 6],
    ['the newest row deleted', ['delete from audit_log where id = 10'], 10],
    ['the three newest rows deleted', ['delete from audit_log where id > 7'], 8],
    ['the oldest row deleted', ['delete from audit_log where id = 1'], 2],
    ['all rows deleted', ['delete from audit_log'], 10],
    ['a row inserted in the middle', ['delete from audit_log where id = 5', copyOfRow(6, 5)], 5],
    ['a row inserted at the end', [copyOfRow(10, 11)], 11],
    [
      'a row inserted without a hash',
      [copyOfRow(10, 11), 'update audit_log set hash = null where id = 11'],
      11,
    ],
    [
      'two rows exchanged',
      [
        'update audit_log set id = 99 where id = 5',
        'update audit_log set id = 5 where id = 6',
        'update audit_log set id = 6 where id = 99',
      ],
      5,
    ],
    [
      'the newest row deleted and the end moved',
      [
        'delete from audit_log where id = 10',
        "update audit_chain set last_id = 9, last_hash = (select hash from audit_log where id = 9) || substr(last_hash, instr(last_hash, '.'))",
      ],
      10,
    ],
    [
      'the oldest row deleted and the beginning moved',
      [
        'update audit_chain set before = (select hash from audit_log where id = 1) || before',
        'delete from audit_log where id = 1',
      ],
      2,
    ],
    [
      'all rows deleted and both ends overwritten',
      ['delete from audit_log', "update audit_chain set before = 'x', last_hash = 'x'"],
      10,
    ],
    [
      'all rows deleted and the beginning taken for the end',
      ['delete from audit_log', 'update audit_chain set last_id = 0, last_hash = before'],
      0,
    ],
  ] as const)('%s', async (_, statements, firstBroken) => {
    const { file, begin, check, record } = await openWithTen();
    await tamper(file, ...statements);
    expect(await check()).toMatchObject(brokenAt(firstBroken));
    // what is recorded later hides nothing, and nothing fails
    await record(['later']);
    await begin();
    const { whole, firstBroken: later } = await check();
    expect({ whole, early: (later ?? 99) <= 11 }).toEqual({ whole: false, early: true });
  });

  test('and none if the key does not open', async () => {
    const { db, record, check } = await openWithTen();
    const other = createFieldCipher(Buffer.alloc(32, 4).toString('base64'));
    expect(await checkAuditLog(db, await readAuditKey(db.read, other))).toEqual({
      rows: 0,
      ...brokenAt(null),
    });
    // an action is recorded all the same, and nothing is deleted that the chain would miss
    const unsealed = {
      by: { id: 'x', username: 'x' },
      action: 'case_changed',
      subjects: ['unsealed'],
      at: 1,
    } as const;
    await db.write((tx) => recordRows(tx, other, unsealed));
    expect((await deleteExpired(db, other, 'audit_log', { before: 5_000, most: 5 })).count).toBe(0);
    await record(['sealed']);
    expect(await check()).toEqual({ rows: 10, ...brokenAt(11) });
  });
});

test('without its ends the log is broken, and a start that makes new ones says so', async () => {
  const { file, begin, check, record } = await openWithTen();
  await tamper(file, 'delete from audit_chain');
  expect(await check()).toEqual({ rows: 0, ...brokenAt(1) });
  await record(['later']);
  expect(await begin()).toBe(11);
});

describe('the clock', () => {
  test('deletes the oldest rows and leaves the chain whole', async () => {
    const { check, expire } = await openWithTen();
    expect(await expire({ before: 2_000, most: 3 })).toMatchObject({
      count: 3,
    });
    expect(await check()).toEqual(whole(7));
    expect(await expire({ before: 3_000, most: 50 })).toMatchObject({
      count: 7,
    });
    expect(await check()).toEqual(whole(0));
  });

  test('does not put right a beginning that somebody has changed', async () => {
    const { file, check, expire } = await openWithTen();
    await tamper(file, "update audit_chain set before = 'x' || before");
    expect((await expire({ before: 2_000, most: 3 })).count).toBe(3);
    expect(await check()).toEqual({ rows: 0, ...brokenAt(4) });
  });

  test('never deletes a row whose predecessor stays, although a clock was ahead', async () => {
    const { db, record, check, expire } = await open();
    for (const at of [10, 5, 12, 40, 11, 13]) await record([`at ${at}`], at);
    const left = async () => (await db.read.select().from(auditLog)).map(({ at }) => at);
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      counts.push((await expire({ before: 20, most: 2 })).count);
      expect(await check()).toMatchObject({ whole: true });
    }
    expect({ counts, left: await left() }).toEqual({ counts: [1, 2, 0, 0, 0], left: [40, 11, 13] });
    expect((await expire({ before: 50, most: 9 })).count).toBe(1);
    expect((await expire({ before: 50, most: 9 })).count).toBe(2);
    expect(await check()).toEqual(whole(0));
  });
});

describe('the rows of an earlier version', () => {
  const old = async () => {
    const log = await openWithTen();
    await tamper(log.file, 'delete from audit_chain', 'update audit_log set hash = null');
    return log;
  };

  test('are sealed once, by all instances together', async () => {
    const log = await old();
    const sealed = await Promise.all([log.begin(), log.begin(), log.begin()]);
    expect(sealed.toSorted()).toEqual([10, null, null]);
    expect(await log.check()).toEqual(whole(10));
    await log.record(['new']);
    expect(await log.check()).toEqual(whole(11));
    expect(await log.begin()).toBeNull();
  });

  test('are sealed to the end after an interrupted start', async () => {
    const log = await openWithTen();
    await tamper(log.file, 'delete from audit_chain', 'update audit_log set hash = null where id > 6');
    expect(await log.begin()).toBe(10);
    expect(await log.check()).toEqual(whole(10));
  });

  test('are not sealed again once the chain has begun', async () => {
    const log = await openWithTen();
    await tamper(log.file, 'update audit_log set hash = null');
    expect(await log.begin()).toBeNull();
    expect(await log.check()).toMatchObject(brokenAt(1));
  });
});

describe('a database server', () => {
  test('keeps the chain whole while two instances write', async () => {
    const { url } = await here.startSqld();
    const instances = await Promise.all([openAudited(url), openAudited(url)]);
    await Promise.all(
      instances.flatMap(({ record }, instance) =>
        Array.from({ length: 50 }, (_, index) => record([`${instance} ${index}`])),
      ),
    );
    const [one, other] = instances;
    expect(await one?.check()).toEqual(whole(100));
    expect(await other?.db.read.$count(auditChain)).toBe(1);
    await Promise.all(instances.map(({ db }) => db.close()));
  }, 60_000);
});
