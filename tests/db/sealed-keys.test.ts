import { describe, expect, test } from 'bun:test';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { sealedKeys } from '#db/schema/law';
import { doesPersonKeyOpen, ensurePersonKey, readPersonKey, resealPersonKey } from '#db/sealed-keys';
import { openMigrated } from './support/migrated';
import { setScratch } from './support/processes';

const here = setScratch();

const [old, fresh] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

async function open(url = `file:${here.path('app.db')}`) {
  const db = await openMigrated(url);
  const sealed = async () => (await db.read.select().from(sealedKeys)).map((row) => row.sealed);
  return { db, sealed };
}

describe('the key of the persons', () => {
  test('is created once, also by instances that start together on a database server', async () => {
    const { url } = await here.startSqld();
    const instances = [await open(url), await open(url)];
    const cipher = createFieldCipher(old);
    await Promise.all(instances.map(({ db }) => ensurePersonKey(db, cipher)));
    const [first, second] = await Promise.all(instances.map(({ db }) => readPersonKey(db.read, cipher)));
    expect(first).toHaveLength(32);
    expect(second).toEqual(first as Buffer);
    await Promise.all(instances.map(({ db }) => db.close()));
  });

  test('stays the same under a new data key', async () => {
    const { db, sealed } = await open();
    await ensurePersonKey(db, createFieldCipher(old));
    const key = await readPersonKey(db.read, createFieldCipher(old));
    const [before] = await sealed();
    expect(await doesPersonKeyOpen(db, createFieldCipher(fresh))).toBe(false);
    // a start with the new key alone replaces nothing
    await ensurePersonKey(db, createFieldCipher(fresh));
    expect(await sealed()).toEqual([before ?? '']);

    const both = createFieldCipher(fresh, old);
    await resealPersonKey(db, both);
    const [after] = await sealed();
    expect(after).not.toBe(before as string);
    await resealPersonKey(db, both);
    expect(await sealed()).toEqual([after ?? '']);
    expect(await readPersonKey(db.read, createFieldCipher(fresh))).toEqual(key as Buffer);
    expect(await readPersonKey(db.read, createFieldCipher(old))).toBeNull();
  });

  test('is no obstacle in a database that has none', async () => {
    const { db } = await open();
    const cipher = createFieldCipher(old);
    expect([await doesPersonKeyOpen(db, cipher), await readPersonKey(db.read, cipher)]).toEqual([true, null]);
    await resealPersonKey(db, cipher);
    await db.close();
    const empty = await openDatabase({ url: `file:${here.path('app.db')}` });
    expect(await doesPersonKeyOpen(empty, cipher)).toBe(true);
    await empty.close();
  });
});
