import { afterAll, expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { applications } from '#db/schema';
import { scratch } from '#tests/db/support/processes';

const here = scratch();
afterAll(() => here.remove());

test('applications from before the funnel have got as far as the step they stand on', async () => {
  const folder = here.folder();
  cpSync('db/migrations', folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = (await Bun.file(journalFile).json()) as { entries: unknown[] };
  await Bun.write(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));

  const db = await openDatabase({ url: `file:${here.path('app.db')}` });
  await migrateDatabase(db, folder);
  for (const step of [1, 4, 6]) {
    const id = crypto.randomUUID();
    await db.write((tx) =>
      tx.run(
        sql`insert into applications (id, current_step, created_at, updated_at) values (${id}, ${step}, 1, 1)`,
      ),
    );
  }
  await migrateDatabase(db, 'db/migrations');
  const rows = await db.read.select().from(applications);
  expect(rows.map(({ currentStep, furthestStep }) => [currentStep, furthestStep])).toEqual([
    [1, 1],
    [4, 4],
    [6, 6],
  ]);
  await db.close();
});
