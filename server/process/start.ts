/** The database as a start needs it, and what a start says while it has to wait. */
import { join } from 'node:path';
import { type Database, DatabaseLocked, DatabaseSilent, openDatabase } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { seedCatalogue } from '#db/tariffs';
import { mendTexts } from '#db/texts';
import type { Config } from '../config';
import type { Log } from '../log';
import { root } from '../root';
import { endFirstStart } from '../secrets';
import { OperatorError } from './failure';

/** A start that waits longer than this says for what. */
const quietMs = 2_000;
/** For how long a database that is there, but busy, keeps a start waiting before it ends it. */
const patienceMs = 30_000;

/** Opens the database, brings its tables up to date, mends damaged texts and fills an empty catalogue. */
export async function openPrepared(config: Config, log: Log): Promise<Database> {
  const db = await waitFor(log, 'database', () => openDatabase(config.database));
  try {
    await waitFor(log, 'migrations', () =>
      migrateDatabase(db, join(root, 'db/migrations'), () => assertMayBegin(config)),
    );
    endFirstStart(config.dataDir);
    // before anything reads them; a database server's texts do not pass through the driver that they would end
    if (config.database.url.startsWith('file:')) {
      for (const cell of await waitFor(log, 'texts', () => mendTexts(db))) log('warn', 'text_mended', cell);
    }
    await waitFor(log, 'catalogue', () => seedCatalogue(db));
    return db;
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}

/** A disk that is not mounted, or a file that was lost, must not become a new product that takes applications. */
function assertMayBegin({ dataDir, mayBeginEmpty }: Config): void {
  if (mayBeginEmpty) return;
  throw new OperatorError(
    `The database is empty, but ${dataDir} holds the keys of an earlier one: bring that back (docs/operations.md), or set ALLOW_EMPTY_DATABASE=true to begin anew`,
  );
}

/**
 * Does one thing that a start needs, which may be done twice: while the database does not answer in time, or is
 * locked by those who write, again and again for up to 30 s.
 */
export async function waitFor<T>(log: Log, what: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  const saying = setTimeout(() => log('warn', 'start_waits', { for: what }), quietMs);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const passing = error instanceof DatabaseSilent || error instanceof DatabaseLocked;
        if (!passing || performance.now() > deadline) throw error;
      }
    }
  } finally {
    clearTimeout(saying);
  }
}
