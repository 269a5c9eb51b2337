/** Databases as the first start of a server leaves them, made once and copied for each test in a third of the time. */
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeWordings } from '#db/evidence';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { prepareSearch } from '#db/search/entries';
import { beginSiteState } from '#db/site-state';
import { seedTariffs } from '#db/tariffs/versions';
import { placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { newestChange } from '#server/build/output';
import { createLibrary } from '#server/documents/library';
import { createPasswords } from '#server/features/auth/passwords';
import { ensureAdministrator } from '#server/features/auth/service';
import { root } from '#server/root';
import { createWordings } from '#server/wordings';
import { administrator, cheap } from './staff';

const folder = join(root, 'dist-test');
// the names contain the newest change of the sources, so that a change makes new files
const version = String(newestChange(['db', 'domain']));
const template = join(folder, `${version}.db`);
const staffedTemplate = join(folder, `${version}.staffed.db`);

/** Copies a database with its tables, catalogue and documents, but without users, to `path`. */
export async function copyDatabase(path: string): Promise<void> {
  await copy(template, path);
}

/** The same with `administrator`, whose password is hashed at a low cost. */
export async function copyStaffedDatabase(path: string): Promise<void> {
  await copy(staffedTemplate, path);
}

async function copy(file: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await copyFile(file, path).catch(async () => {
    making ??= makeTemplates();
    await making;
    await copyFile(file, path);
  });
}

/** Tests that run side by side in this process wait for the same files. */
let making: Promise<void> | undefined;

/** Several processes may do this at once: each makes its own files, and the last ones stay. */
async function makeTemplates(): Promise<void> {
  // else the password of the administrator would be wrong in all other tests, also in those of the next run
  if ('mock' in Bun.password.hash) throw new Error('Mock `context.passwords` instead of `Bun.password`');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    // another process may have just made those of this version, and be copying them
    const outdated = /^[\d.]+(\.staffed)?\.db$/.test(name) && !name.startsWith(`${version}.`);
    if (outdated) await rm(join(folder, name), { force: true });
  }
  const draft = `${template}.${process.pid}`;
  const db = await openDatabase({ url: `file:${draft}` });
  await migrateDatabase(db, join(root, 'db/migrations'));
  await prepareSearch(db);
  await seedTariffs(db, Date.now());
  await beginSiteState(db, 'live', Date.now());
  await storeWordings(db, createWordings(placeholders).all, Date.now());
  const documents = createLibrary({
    db,
    // as small as a PDF may be: no test reads these, and most mails have them all attached
    draw: async (drawing) => new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(drawing)}\n%%EOF\n`),
    now: Date.now,
    operator: placeholders,
    given: new Map(),
    config: { retention: usualPeriods },
  });
  await documents.inForce();
  await db.close();
  await copyFile(draft, `${draft}.staffed`);
  const staffed = await openDatabase({ url: `file:${draft}.staffed` });
  await ensureAdministrator({ db: staffed, now: Date.now, passwords: createPasswords(cheap) }, administrator);
  await staffed.close();
  for (const [made, file] of [
    [`${draft}.staffed`, staffedTemplate],
    [draft, template],
  ] as const) {
    for (const beside of ['-wal', '-shm', '.lock']) await rm(made + beside, { force: true });
    await rename(made, file);
  }
}
