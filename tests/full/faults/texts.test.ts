/** Texts in the database that a failing disk or another program has damaged. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { seedDemo } from '#server/commands/demo';
import { loadSecrets } from '#server/secrets';
import { damage } from '#tests/db/support/damage';
import { refused, run } from '#tests/faults/support/commands';
import { newFolder } from '#tests/faults/support/processes';

setDefaultTimeout(60_000);

test('a backup reports a damaged text, and a restore of it is refused without a crash', async () => {
  const folder = await newFolder();
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup.db')];
  await mkdir(data);
  const cipher = createFieldCipher(loadSecrets(data).dataKey);
  const db = await openDatabase({ url: `file:${join(data, 'app.db')}` });
  await migrateDatabase(db, 'db/migrations');
  await seedDemo(db, { cipher, now: Date.now() }, 6);
  await db.close();
  await damage(join(data, 'app.db'), [
    "update contact_data set last_name = cast(x'526fc36265' as text) where rowid = 3",
    "update sepa_mandates set iban = cast(substr(iban, 1, 9) || x'80' as text) where rowid = 1",
  ]);

  const reported = await run('backup', data, { args: [backup] });
  expect(reported).toEqual(refused(`Backup: ${backup}. It has 2 damaged texts, `));
  expect(reported.errors[0]).toContain('contact_data.last_name in row 3');
  expect(reported.errors[0]).toContain('sepa_mandates.iban in row 1');
  const other = await newFolder();
  const env = { DATA_KEY: loadSecrets(data).dataKey };
  const restored = await run('restore', other, { args: [backup], env });
  expect(restored).toEqual(refused(`${backup} is not restored: it has 2 damaged texts, `));
});
