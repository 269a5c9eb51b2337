/** What is no longer kept (`domain/retention/periods.ts`), and its deletion in turns (decision 017). Instants are milliseconds since 1970. */
import { and, count, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { RetentionKind } from '#domain/retention/periods';
import { hourMs } from '#domain/time';
import { deleteOldest, oldestOf } from './audit/chain';
import type { FieldCipher } from './bank-data/cipher';
import { anyWithdrawalOpenOf } from './cases/find';
import type { Database, Reader, Transaction } from './client';
import { deleteMails, deleteRows, deleteWithdrawals, erasers } from './erasers';
import { eraseContents } from './insurer/answers';
import { applications, erasures } from './schema/applications';
import { callbackRequests, cases, preparations } from './schema/desk';
import { returnFiles } from './schema/insurer';
import { evidence, offers, withdrawals } from './schema/law';
import { outbox } from './schema/mails';
import { auditLog } from './schema/staff';
import { jobRuns } from './schema/system';

type Rows = {
  id: SQLiteColumn;
  /** Which rows of the table; left out: all. Without parameters, for SQLite uses a partial index only for a literal. */
  only?: SQL;
  /** Which of them stay all the same, however old they are. */
  except?: SQL;
  /** Which of them cannot be deleted yet, whatever the clock of this process says. */
  locked?: SQL;
  /** A column with an index: when the period of a row begins (of proofs, when it ends), or earlier. */
  indexed: SQLiteColumn;
  /** When it begins, if that may be later. */
  clock?: SQL;
  /** Those of the rows that are due that may go now; left out: all. */
  choose?: (tx: Transaction, ids: string[], cipher: FieldCipher) => Promise<string[]>;
  /** Rows that are deleted in one transaction: other writes wait for it. Left out: 20. */
  batchSize?: number;
  /** How many may go at once, whatever the hour: so many that nothing that is due has to wait. Left out: as turns allow. */
  atOnce?: number;
  /** Left out: the rows alone are deleted. */
  erase?: (tx: Transaction, ids: string[], cipher: FieldCipher) => Promise<{ mails: string[] } | undefined>;
};

// the names of tables are written out, because a subquery must name the table around it
const isWithdrawn = sql`exists (
  select 1 from cases of_it where of_it.application_id = applications.id and of_it.status = 'withdrawn')`;

const isPrepared = sql`exists (select 1 from preparations of_it where of_it.application_id = applications.id)`;

const ofApplications = { id: applications.id, erase: deleteRows };
const ofWithdrawals = { id: withdrawals.id, erase: deleteWithdrawals };

const retained: Record<RetentionKind, Rows> = {
  open_applications: {
    ...ofApplications,
    only: sql`${applications.completedAt} is null and ${applications.hasContact} = 1`,
    indexed: applications.updatedAt,
  },
  contactless_applications: {
    ...ofApplications,
    only: sql`${applications.completedAt} is null and ${applications.hasContact} = 0 and not ${isPrepared}`,
    indexed: applications.updatedAt,
    atOnce: 1000,
  },
  completed_applications: {
    ...ofApplications,
    only: sql`${applications.completedAt} is not null and not ${isWithdrawn}`,
    except: anyWithdrawalOpenOf(sql.raw('applications.id')),
    indexed: applications.completedAt,
    batchSize: 10,
  },
  withdrawn_applications: {
    id: cases.applicationId,
    only: sql`${cases.status} = 'withdrawn'`,
    except: anyWithdrawalOpenOf(sql.raw('cases.application_id')),
    // nothing follows this status, so it was set once
    clock: sql`coalesce((
      select max(event.at) from case_events event
      where event.application_id = cases.application_id and event.kind = 'status' and event.new = 'withdrawn'),
      cases.completed_at)`,
    indexed: cases.completedAt,
    batchSize: 10,
    erase: deleteRows,
  },
  withdrawals: {
    ...ofWithdrawals,
    only: sql`${withdrawals.outcome} is not 'unmatched'`,
    except: sql`${withdrawals.closedAt} is null`,
    indexed: withdrawals.receivedAt,
  },
  unmatched_withdrawals: {
    ...ofWithdrawals,
    only: sql`${withdrawals.outcome} = 'unmatched'`,
    indexed: withdrawals.closedAt,
  },
  callbacks: {
    id: callbackRequests.id,
    clock: sql`max(callback_requests.created_at, coalesce(callback_requests.processed_at, 0), coalesce((
      select max(call.at) from callback_calls call where call.callback_id = callback_requests.id), 0))`,
    indexed: callbackRequests.createdAt,
    erase: erasers.callback.erase,
  },
  preparations: {
    id: preparations.applicationId,
    // those with a contact are open applications as others are
    only: sql`exists (select 1 from applications of_it where of_it.id = preparations.application_id
      and of_it.completed_at is null and of_it.has_contact = 0)`,
    clock: sql`max(preparations.expires_at, coalesce((
      select of_it.updated_at from applications of_it where of_it.id = preparations.application_id), 0))`,
    indexed: preparations.expiresAt,
    erase: deleteRows,
  },
  offers: { id: offers.id, indexed: offers.expiresAt, erase: erasers.offer.erase },
  mails: {
    id: outbox.id,
    only: sql`${outbox.applicationId} is null`,
    except: sql`${outbox.status} = 'pending'`,
    indexed: outbox.createdAt,
    batchSize: 100,
    erase: async (tx, ids) => ({ mails: await deleteMails(tx, inArray(outbox.id, ids)) }),
  },
  return_contents: {
    id: returnFiles.id,
    only: sql`${returnFiles.columns} is not null`,
    clock: sql`coalesce(${returnFiles.appliedAt}, ${returnFiles.at})`,
    indexed: returnFiles.at,
    batchSize: 2,
    erase: async (tx, ids) => {
      await eraseContents(tx, ids);
    },
  },
  evidence: {
    id: evidence.id,
    // the triggers go by the clock of the database
    locked: sql`${evidence.keepUntil} > unixepoch() * 1000`,
    // consents to calls and calls as long as the last call about the same request
    clock: sql`coalesce((
      select max(other.keep_until) from evidence other where other.callback_id = evidence.callback_id),
      evidence.keep_until)`,
    indexed: evidence.keepUntil,
    batchSize: 100,
  },
  erased_drafts: {
    id: erasures.id,
    only: sql`${erasures.kind} = 'draft'`,
    indexed: erasures.at,
    batchSize: 200,
  },
  audit_log: {
    id: auditLog.id,
    // the chain is shortened at its beginning only, and the clock of a row before may have been ahead; the plus keeps
    // SQLite from reading the newer rows by their index
    locked: sql`exists (select 1 from audit_log earlier where earlier.id < audit_log.id and +earlier.at > audit_log.at)`,
    indexed: auditLog.at,
    batchSize: 200,
    choose: oldestOf,
    erase: async (tx, ids, cipher) => {
      await tx.run(sql`delete from erasures where kind <> 'draft' and at <= (
        select max(at) from audit_log where id in ${ids})`);
      await deleteOldest(tx, ids, cipher);
    },
  },
};

/** `before`: rows whose clock is before it are due. */
type Look = { before: number; now: number };

const smallestTurn = 20;
const shareOfAll = 0.05;
const pauseMs = hourMs;

/** How many rows may go in this hour, over all instances: a wrong clock must not empty the database. 0: none now. */
export async function takeTurn(db: Database, kind: RetentionKind, look: Look): Promise<number> {
  // an idle instance takes no lock
  if (!(await isDue(db.read, kind, look))) return 0;
  const { id, only, atOnce } = retained[kind];
  if (atOnce !== undefined) return atOnce;
  return await db.write(async (tx) => {
    if (!(await isDue(tx, kind, look))) return 0;
    const last = await lastTurn(tx, kind);
    const turn = { job: kind, at: look.now };
    await tx.insert(jobRuns).values(turn).onConflictDoUpdate({ target: jobRuns.job, set: turn });
    // the clock was set back: the last turn counts as if it had happened now
    if (last > look.now) return 0;
    const [all] = await tx.select({ count: count() }).from(id.table).where(only);
    return Math.max(smallestTurn, Math.floor((all?.count ?? 0) * shareOfAll));
  });
}

async function isDue(reader: Reader, kind: RetentionKind, { before, now }: Look): Promise<boolean> {
  const [waiting] = await expiredQuery(reader, kind, before, 1);
  if (!waiting) return false;
  const last = await lastTurn(reader, kind);
  return last > now || now - last >= pauseMs;
}

async function lastTurn(reader: Reader, kind: RetentionKind): Promise<number> {
  const [turn] = await reader.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, kind));
  return turn?.at ?? 0;
}

/** Returns how many rows were deleted, and the mails among them, which may have files outside the database. */
export async function deleteExpired(
  db: Database,
  cipher: FieldCipher,
  kind: RetentionKind,
  { before, most }: { before: number; most: number },
): Promise<{ count: number; mails: string[] }> {
  const { id: key, only, batchSize = 20, choose, erase } = retained[kind];
  return await db.write(async (tx) => {
    const rows = await expiredQuery(tx, kind, before, Math.min(batchSize, most));
    const due = rows.map(({ id }) => String(id));
    const ids = choose ? await choose(tx, due, cipher) : due;
    if (ids.length === 0) return { count: 0, mails: [] };
    if (!erase) await tx.delete(key.table).where(and(only, inArray(key, ids)));
    return { count: ids.length, mails: (await erase?.(tx, ids, cipher))?.mails ?? [] };
  });
}

export function expiredQuery(reader: Reader, kind: RetentionKind, before: number, limit: number) {
  const { id, only, except, locked, clock, indexed } = retained[kind];
  return reader
    .select({ id: sql<string | number>`${id}` })
    .from(id.table)
    .where(
      and(
        only,
        except && not(except),
        locked && not(locked),
        lt(indexed, before),
        clock && lt(clock, before),
      ),
    )
    .orderBy(indexed)
    .limit(limit);
}

/** Of those that may be deleted: how many have a clock before `soon` (null: none), and the earliest clock. */
export async function readExtent({ read }: Database, kind: RetentionKind, soon: number | null) {
  const { id, only, except, indexed, clock = sql`${indexed}` } = retained[kind];
  const due = except ? sql<number | null>`case when not (${except}) then ${clock} end` : clock;
  const clocks = read
    .select({ clock: due.as('clock') })
    .from(id.table)
    .where(only)
    .as('clocks');
  const [extent] = await read
    .select({
      total: count(),
      dueSoon: sql<number>`count(case when ${clocks.clock} < ${soon} then 1 end)`,
      earliest: sql<number | null>`min(${clocks.clock})`,
    })
    .from(clocks);
  return extent ?? { total: 0, dueSoon: 0, earliest: null };
}

/** When the periods of rows of a kind began; of unknown ids, and of rows that are not of this kind, nothing. */
export async function readClocks(reader: Reader, kind: RetentionKind, ids: readonly string[]) {
  const { id, only, indexed, clock = indexed } = retained[kind];
  const rows = await reader
    .select({ id: sql<string>`${id}`, clock: sql<number>`${clock}` })
    .from(id.table)
    .where(and(only, inArray(id, [...ids])));
  return new Map(rows.map((row) => [row.id, row.clock]));
}
