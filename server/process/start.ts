import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { beginAuditChain } from '#db/audit/chain';
import { openMissingCases, renewWords } from '#db/cases/open';
import type { Database } from '#db/client';
import { DatabaseLocked, DatabaseSilent } from '#db/driver/errors';
import { storeWordings } from '#db/evidence';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { doesPersonKeyOpen, ensurePersonKey } from '#db/sealed-keys';
import { prepareSearch, readNoted } from '#db/search/entries';
import { beginSiteState } from '#db/site-state';
import { cleanStoredTexts } from '#db/stored-texts';
import { seedTariffs } from '#db/tariffs/versions';
import { isOpen } from '#domain/operator/launch-check';
import { hourMs } from '#domain/time';
import type { Config } from '../config';
import type { Context } from '../context';
import { checkLaunch } from '../features/backoffice/launch-check';
import { replaceFile } from '../files';
import { type Log, traceOf } from '../log';
import { migrations } from '../root';
import { endFirstStart } from '../secrets';
import { OperatorError } from './failure';

const quietMs = 2_000;
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
    await waitFor(log, 'search', () => prepareSearch(db));
    await waitFor(log, 'catalogue', () => seedTariffs(db, Date.now()));
    await waitFor(log, 'site_state', () => beginSiteState(db, config.firstState, Date.now()));
    return db;
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}

/** What must be there, or be known, before the first request. */
export async function prepareContents(context: Context): Promise<void> {
  await waitFor(context.log, 'site_state', context.site.refresh);
  await prepareProofs(context);
  await prepareCases(context);
  await waitFor(context.log, 'search', () => readNoted(context.db, renewalMs));
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

/** So long a start renews words, and those of the search; jobs do what is left. */
const renewalMs = 5_000;

/** What 0.2.0 completed gets its case, and words that an earlier version folded otherwise are stored anew. */
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

/** @throws OperatorError if something is open, in production with `LAUNCH_CHECK=stop` */
export async function assertLaunchable(context: Context): Promise<void> {
  const { production, launchCheck } = context.config;
  if (!production || launchCheck !== 'stop' || context.site.current().state !== 'live') return;
  const open = await openKeys(context);
  if (open.length === 0) return;
  throw new OperatorError(
    `LAUNCH_CHECK must be warn while these items of the Startprüfung are open: ${open.join(', ')}`,
  );
}

export async function warnAboutLaunch(context: Context): Promise<void> {
  try {
    const open = await openKeys(context);
    if (open.length > 0) context.log('warn', 'launch_check', { open: open.length, keys: open.join(', ') });
  } catch (error) {
    context.log('warn', 'launch_not_checked', traceOf(error));
  }
}

async function openKeys(context: Context): Promise<string[]> {
  const { items } = await waitFor(context.log, 'launch_check', () => checkLaunch(context, context.db.read));
  return items.filter(isOpen).map(({ key }) => key);
}

/** The line for stdout. In a container stdout is a log that others read, so the line then names the file only. */
export function tellFirstPassword({ username, passwordFile }: Config['admin'], password: string): string {
  const shown = `First administrator: ${username} / ${password} (shown only once)`;
  if (passwordFile === null) return shown;
  const path = resolve(passwordFile);
  try {
    replaceFile(path, `${username} / ${password}\n\nChange it at the first sign-in, and delete this file.\n`);
  } catch {
    // the account is there, and otherwise nobody could sign in
    return shown;
  }
  return `First administrator: ${username}, password in ${path} (delete this file after the first sign-in)`;
}

export function addressOf(host: string, port: number): string {
  // all addresses of this machine
  if (host === '0.0.0.0' || /^[0:]+$/.test(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Longer than the way to a server takes. */
const toleratedMs = 5_000;
const warnEveryMs = hourMs;

export type Clock = {
  now(): number;
  /** Takes over the time of the database server. Without a server it does nothing. */
  compare(): Promise<void>;
};

/**
 * On a database server its clock counts, for everything: instances whose own clocks differ must agree on leases, limits,
 * turns and days. Between two comparisons a monotonic clock goes on, so that setting the clock of the machine changes
 * nothing. Call `compare` before the first `now`.
 */
export function createClock({ clock: ask }: Pick<Database, 'clock'>, log: Log): Clock {
  if (!ask) return { now: Date.now, compare: async () => {} };
  // the server's time minus the monotonic one
  let ahead: number | null = null;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const now = () => Math.floor(performance.now() + (ahead ?? Date.now() - performance.now()));
  return {
    now,
    async compare() {
      const asked = performance.now();
      const at = await ask();
      const answered = performance.now();
      // it was `at` at some moment between; what is known better from earlier comparisons stays
      const [least, most] = [at - answered, at - asked];
      ahead = Math.min(Math.max(ahead ?? (least + most) / 2, least), most);
      const differenceMs = Date.now() - now();
      if (Math.abs(differenceMs) <= toleratedMs || answered - warnedAt < warnEveryMs) return;
      warnedAt = answered;
      log('warn', 'clock_differs', { seconds: Math.round(differenceMs / 1000), followed: 'database server' });
    },
  };
}
