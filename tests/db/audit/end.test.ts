/** The newest rows of the audit log that somebody cuts off, with the older end put back. */
import { describe, expect, test } from 'bun:test';
import { checkAuditLog, type LoggedEnd, readEnd } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import { readAuditKey } from '#db/sealed-keys';
import { dataKey, openAudited, tamper } from '../support/audit';
import { setScratch } from '../support/processes';

const here = setScratch();

const subjects = (count: number) => Array.from({ length: count }, (_, index) => `subject ${index + 1}`);

async function open() {
  const file = here.path('app.db');
  const log = await openAudited(`file:${file}`);
  await log.record(subjects(5));
  const logged = async () => (await readEnd(log.db.read)) ?? { id: -1, seal: '' };
  const checkSince = async (since: LoggedEnd) =>
    checkAuditLog(log.db, await readAuditKey(log.db.read, createFieldCipher(dataKey)), since);
  /** Adds rows, then takes them away and puts the end before them back. */
  const cutOff = async (also: string[] = []) => {
    await tamper(file, 'create table kept as select * from audit_chain');
    await log.record(subjects(3), 2_000);
    const later = await logged();
    await tamper(
      file,
      'delete from audit_log where id > (select last_id from kept)',
      'update audit_chain set last_id = (select last_id from kept), last_hash = (select last_hash from kept)',
      ...also,
    );
    return later;
  };
  return { ...log, logged, checkSince, cutOff };
}

const whole = (rows: number) => ({ rows, whole: true, firstBroken: null });
const lost = (rows: number) => ({ rows, whole: false, firstBroken: null, lost: true });

describe('rows that were cut off', () => {
  test('are noticed by the highest id that there ever was', async () => {
    const { check, cutOff, record } = await open();
    await cutOff();
    expect(await check()).toEqual({ rows: 5, whole: false, firstBroken: 6 });
    // also when as many were added since
    await record(['six']);
    expect(await check()).toMatchObject({ whole: false });
  });

  test('are noticed by a logged end, when that number was put back too', async () => {
    const { check, checkSince, logged, cutOff, record } = await open();
    const before = await logged();
    const later = await cutOff(["update sqlite_sequence set seq = 5 where name = 'audit_log'"]);
    expect(await check()).toEqual(whole(5));
    expect(await checkSince(before)).toEqual(whole(5));
    expect(await checkSince(later)).toEqual(lost(5));
    // other rows with the same ids do not make up for them
    await record(subjects(4), 3_000);
    expect(await check()).toEqual(whole(9));
    expect(await checkSince(later)).toEqual(lost(9));
  });
});

describe('a logged end', () => {
  test('that was invented is not found', async () => {
    const { checkSince, logged } = await open();
    const { id, seal } = await logged();
    for (const invented of [
      { id: id - 1, seal },
      { id, seal: `${seal.slice(0, -1)}!` },
      { id: 99, seal },
    ])
      expect(await checkSince(invented)).toEqual(lost(5));
  });

  test('stays good while rows are added and the oldest ones are deleted by the clock', async () => {
    const { checkSince, logged, record, expire } = await open();
    const [empty, first] = [{ id: 0, seal: '' }, await logged()];
    await record(subjects(4), 9_000);
    const second = await logged();
    await expire({ before: 5_000, most: 100 });
    for (const end of [empty, first, second]) expect(await checkSince(end)).toEqual(whole(4));
  });
});
