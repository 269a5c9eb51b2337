/** The words of cases that an earlier version stored. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { renewWords } from '#db/cases/open';
import { migrateDatabase } from '#db/migrate';
import { migratedUpTo, ownMigrations } from '#tests/db/support/migrated';
import { setScratch } from '#tests/db/support/processes';

const here = setScratch();

test('after the migration of words, cases of before are found by plain letters and by both spellings of an address', async () => {
  const db = await migratedUpTo(here, 15);
  const people = {
    a: ['Aydın', 'Yıldız', 'a@b.example'],
    b: ['A', 'B', 'erika@xn--mller-kva.example'],
    c: ['C', 'D', 'c@d.example'],
  };
  await db.write(async (tx) => {
    for (const [id, [first, last, email]] of Object.entries(people)) {
      await tx.run(
        sql`insert into applications (id, completed_at, created_at, updated_at) values (${id}, 1, 1, 1)`,
      );
      await tx.run(
        sql`insert into contact_data values (${id}, ${id}, 'mrs', ${first}, ${last}, ${email}, '1', 1, 0)`,
      );
      await tx.run(sql`insert into policyholder_info
        values (${id}, ${id}, 'mrs', ${first}, ${last}, '1985-06-14', 'X', '1', '04109', 'Y', ${email}, '1')`);
      await tx.run(
        sql`insert into horse_data values (${id}, ${id}, '2026-11-21', 'Z', '2018-05-11', 'mare', null, 1)`,
      );
      await tx.run(
        sql`insert into cases (application_id, completed_at, starts_on) values (${id}, 1, '2026-11-21')`,
      );
      await tx.run(sql`insert into case_words values (0, ${`old-${id}`}, 0, last_insert_rowid())`);
    }
  });
  await migrateDatabase(db, ownMigrations);
  const [question] = await db.read.all<{ detail: string }>(
    sql.raw('explain query plan select number from cases where words_version < 1 order by number limit 1'),
  );
  expect(question?.detail).toContain('cases_old_words');
  expect(await renewWords(db, 10_000)).toBe(2);
  expect(await renewWords(db, 10_000)).toBe(0);
  const found = async (word: string) =>
    await db.read.all(sql`select application_id as id from case_words
      inner join cases on number = case_number where word = ${word}`);
  for (const word of ['yildiz', 'aydin']) expect(await found(word)).toEqual([{ id: 'a' }]);
  for (const email of ['erika@mueller.example', 'erika@xn--mller-kva.example'])
    expect(await found(email)).toEqual([{ id: 'b' }]);
  // nothing of it would change
  expect(await found('old-c')).toEqual([{ id: 'c' }]);
});
