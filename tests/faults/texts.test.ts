/** Texts in the database that a failing disk or another program has damaged. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { api, href } from '#domain/urls';
import { seedDemo } from '#server/commands/demo';
import { loadSecrets } from '#server/secrets';
import { damage } from '#tests/db/support/damage';
import { bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';
import { done, refused, run } from './support/commands';
import { endAll, newFolder, start } from './support/processes';

setDefaultTimeout(60_000);
afterEach(endAll);

test('a backup reports a damaged text, and a restore and a start repair it without a crash', async () => {
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
  expect(restored).toEqual(done('Mended: 2 damaged texts, contact_data.last_name in row 3, '));
  const next = await run('backup', other, { args: [join(folder, 'whole.db')], env });
  expect(next).toEqual(done('whole.db'));

  const server = await start(data, withAdministrator);
  const staff = bearer(await tokenOf(server.url));
  const list = await call(server.url, 'GET', api.staffApplications, undefined, staff);
  expect([list.status, await list.text()]).toEqual([200, expect.stringContaining('Ro\uFFFDbe')]);
  const applications = (await call(server.url, 'GET', api.staffApplications, undefined, staff).then(
    (answer) => answer.json(),
  )) as { id: string }[];
  // the application with the lost IBAN can be opened too
  const details = await Promise.all(
    applications.map(({ id }) => call(server.url, 'GET', href(api.details, { id }), undefined, staff)),
  );
  const ibans = await Promise.all(
    details.map(
      async (answer) => ((await answer.json()) as { sepaMandate: { iban: string } | null }).sepaMandate?.iban,
    ),
  );
  expect(ibans).toContain('');
  expect(await run('backup', data, { args: [join(folder, 'later.db')] })).toEqual(done('later.db'));
  await server.kill('SIGTERM');
  const lines = (await server.stderr()).split('\n').filter((line) => line.includes('text_mended'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', table: 'contact_data', column: 'last_name', id: 3 }),
    expect.objectContaining({ level: 'warn', table: 'sepa_mandates', column: 'iban', id: 1 }),
  ]);
  expect(lines.join()).not.toContain('Ro');
});
