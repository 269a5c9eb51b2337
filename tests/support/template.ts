/** A migrated database file with its catalogue and its documents, made once and copied for each test in a third of the time. */
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { seedTariffs } from '#db/tariffs/seed';
import { storeWordings } from '#db/wordings';
import { placeholders } from '#domain/operator/operator';
import { newestChange } from '#server/build/output';
import { applicationPdf } from '#server/documents/application-pdf';
import { createLibrary } from '#server/documents/library';
import { root } from '#server/root';
import { createWordings } from '#server/wordings';

const folder = join(root, 'dist-test');
// the name contains the newest change of the sources, so that a change makes a new file
const template = join(folder, `${newestChange(['db', 'domain'])}.db`);

/** Copies a database, as the first start of a server leaves it, to `path`. */
export async function copyDatabase(path: string): Promise<void> {
  await copyFile(template, path).catch(async () => {
    making ??= makeTemplate();
    await making;
    await copyFile(template, path);
  });
}

/** Tests that run side by side in this process wait for the same file. */
let making: Promise<void> | undefined;

/** Several processes may do this at once: each makes its own file, and the last one stays. */
async function makeTemplate(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const outdated = (await readdir(folder)).filter((name) => /^[\d.]+\.db$/.test(name));
  for (const name of outdated) await rm(join(folder, name), { force: true });
  const draft = `${template}.${process.pid}`;
  const db = await openDatabase({ url: `file:${draft}` });
  await migrateDatabase(db, join(root, 'db/migrations'));
  await seedTariffs(db, Date.now());
  await storeWordings(db, createWordings(placeholders).all, Date.now());
  const documents = createLibrary({
    db,
    draw: applicationPdf,
    now: Date.now,
    operator: placeholders,
    given: new Map(),
    config: { retentionDays: 90 },
  });
  await documents.inForce();
  await db.close();
  for (const beside of ['-wal', '-shm', '.lock']) await rm(draft + beside, { force: true });
  await rename(draft, template);
}
