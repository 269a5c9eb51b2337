import { beginAuditChain } from '#db/audit/chain';
import { openMissingCases } from '#db/cases/open';
import { renewWords } from '#db/cases/words';
import type { Database } from '#db/client';
import { DatabaseLocked, DatabaseSilent } from '#db/driver/errors';
import { storeWordings } from '#db/evidence';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { doesPersonKeyOpen, ensurePersonKey } from '#db/sealed-keys';
import { cleanStoredTexts } from '#db/stored-texts';
import { seedTariffs } from '#db/tariffs/versions';
import type { Config } from '../config';
import type { Context } from '../context';
import type { Log } from '../log';
import { migrations } from '../root';
import { endFirstStart } from '../secrets';
import { OperatorError } from './failure';

/** A start that waits longer than this logs what it waits for. */
const quietMs = 2_000;
/** How long a start waits for a database that is busy, before it fails. */
const patienceMs = 30_000;

export async function openPrepared(config: Config, log: Log): Promise<Database> {
  const db = await waitFor(log, 'database', () => openDatabase(config.database));
  try {
    const migrate = () => migrateDatabase(db, migrations, () => assertMayBegin(config));
    const newer = await waitFor(log, 'migrations', migrate);
    if (newer > 0) log('warn', 'database_newer', { migrations: newer });
    endFirstStart(config.dataDir);
    const cleaned = await waitFor(log, 'stored_texts', () => cleanStoredTexts(db, Date.now()));
    if (cleaned > 0) log('info', 'stored_texts_cleaned', { count: cleaned });
    await waitFor(log, 'catalogue', () => seedTariffs(db, Date.now()));
    return db;
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}

/** What proofs refer to. The key of the audit chain is derived from that of the persons. */
export async function prepareProofs({ db, cipher, wordings, now, log }: Context): Promise<void> {
  await waitFor(log, 'wordings', () => storeWordings(db, wordings.all, now()));
  await waitFor(log, 'person_key', () => ensurePersonKey(db, cipher));
  // proofs are stored all the same, but no address finds them
  if (!(await doesPersonKeyOpen(db, cipher))) log('error', 'person_key_closed');
  const rows = await waitFor(log, 'audit_chain', () => beginAuditChain(db, cipher));
  // once, after an update; at any other time somebody has taken the chain away
  if (rows) log('warn', 'audit_chain_begun', { rows });
}

/** So long a start renews words; a job does what is left. */
const renewalMs = 5_000;

/**
 * Opens the cases of applications that 0.2.0 completed, and stores words anew that an earlier version
 * folded otherwise. With very many this takes some seconds, so the log says when it begins to wait.
 */
export async function prepareCases({ db, log, today, calendar }: Context): Promise<void> {
  const opened = await waitFor(log, 'cases', () =>
    openMissingCases(db, { since: 0, today: today(), calendar }),
  );
  if (opened > 0) log('info', 'cases_opened', { count: opened });
  // until the rest is renewed, it is found by its earlier words
  const renewed = await waitFor(log, 'words', () => renewWords(db, renewalMs));
  if (renewed > 0) log('info', 'words_renewed', { count: renewed });
}

/** If the disk is not mounted or the file is lost, the product must not start with an empty database. */
function assertMayBegin({ dataDir, mayBeginEmpty }: Config): void {
  if (mayBeginEmpty) return;
  throw new OperatorError(
    `The database is empty, but ${dataDir} holds the keys of an earlier one: bring that back (docs/operations.md), or set ALLOW_EMPTY_DATABASE=true to begin anew`,
  );
}

/** Runs `work`, and again for up to 30 s while the database is locked or does not respond. It must be repeatable. */
export async function waitFor<T>(log: Log, what: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  const timer = setTimeout(() => log('warn', 'start_waits', { for: what }), quietMs);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const temporary = error instanceof DatabaseSilent || error instanceof DatabaseLocked;
        if (!temporary || performance.now() > deadline) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
