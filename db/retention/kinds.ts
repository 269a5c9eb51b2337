/** Of each kind of data that the clock deletes: its rows, and when their period (`domain/retention/periods.ts`) begins. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { RetentionKind } from '#domain/retention/periods';
import { deleteRows } from '../applications/delete';
import { deleteOldest, oldestOf } from '../audit/chain';
import type { FieldCipher } from '../bank-data/cipher';
import { anyWithdrawalOpenOf } from '../cases/open-withdrawals';
import type { Transaction } from '../client';
import { deleteCallbacks } from '../erasing/callbacks';
import { deleteMails } from '../erasing/mails';
import { deleteOffers } from '../erasing/offers';
import { archiveMails } from '../insights/archive';
import { eraseContents } from '../returns/matches';
import { applications, erasedDrafts } from '../schema/applications';
import { callbackRequests, cases, preparations } from '../schema/desk';
import { evidence, offers, withdrawals } from '../schema/law';
import { outbox } from '../schema/mails';
import { returnFiles } from '../schema/returns';
import { auditLog } from '../schema/staff';

type Rows = {
  table: SQLiteTable;
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
  /** Rows that are deleted in one transaction: other writes wait for it. */
  batchSize: number;
  /** How many may go at once, whatever the hour: so many that nothing that is due has to wait. Left out: as turns allow. */
  atOnce?: number;
  /** Returns the ids of all deleted mails, which may have files. */
  erase: (tx: Transaction, ids: string[], cipher: FieldCipher) => Promise<string[]>;
};

// the names of tables are written out, because a subquery must name the table around it
const isWithdrawn = sql`exists (
  select 1 from cases of_it where of_it.application_id = applications.id and of_it.status = 'withdrawn')`;

const isPrepared = sql`exists (select 1 from preparations of_it where of_it.application_id = applications.id)`;

const eraseApplications = async (tx: Transaction, ids: string[]) => (await deleteRows(tx, ids)).mails;

const eraseWithdrawals = async (tx: Transaction, ids: string[]) => {
  const about = inArray(outbox.withdrawalId, ids);
  const mails = await tx.select({ id: outbox.id }).from(outbox).where(about);
  await archiveMails(tx, about);
  await tx.delete(withdrawals).where(inArray(withdrawals.id, ids));
  return mails.map(({ id }) => id);
};

export const retained: Record<RetentionKind, Rows> = {
  open_applications: {
    table: applications,
    id: applications.id,
    only: sql`${applications.completedAt} is null and ${applications.hasContact} = 1`,
    indexed: applications.updatedAt,
    batchSize: 20,
    erase: eraseApplications,
  },
  contactless_applications: {
    table: applications,
    id: applications.id,
    only: sql`${applications.completedAt} is null and ${applications.hasContact} = 0 and not ${isPrepared}`,
    indexed: applications.updatedAt,
    batchSize: 20,
    atOnce: 1000,
    erase: eraseApplications,
  },
  completed_applications: {
    table: applications,
    id: applications.id,
    only: sql`${applications.completedAt} is not null and not ${isWithdrawn}`,
    except: anyWithdrawalOpenOf(sql.raw('applications.id')),
    indexed: applications.completedAt,
    batchSize: 10,
    erase: eraseApplications,
  },
  withdrawn_applications: {
    table: cases,
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
    erase: eraseApplications,
  },
  withdrawals: {
    table: withdrawals,
    id: withdrawals.id,
    only: sql`${withdrawals.outcome} is not 'unmatched'`,
    except: sql`${withdrawals.closedAt} is null`,
    indexed: withdrawals.receivedAt,
    batchSize: 20,
    erase: eraseWithdrawals,
  },
  unmatched_withdrawals: {
    table: withdrawals,
    id: withdrawals.id,
    only: sql`${withdrawals.outcome} = 'unmatched'`,
    indexed: withdrawals.closedAt,
    batchSize: 20,
    erase: eraseWithdrawals,
  },
  callbacks: {
    table: callbackRequests,
    id: callbackRequests.id,
    clock: sql`max(callback_requests.created_at, coalesce(callback_requests.processed_at, 0), coalesce((
      select max(call.at) from callback_calls call where call.callback_id = callback_requests.id), 0))`,
    indexed: callbackRequests.createdAt,
    batchSize: 20,
    erase: async (tx, ids) => (await deleteCallbacks(tx, ids)).mails,
  },
  preparations: {
    table: preparations,
    id: preparations.applicationId,
    // those with a contact are open applications as others are
    only: sql`exists (select 1 from applications of_it where of_it.id = preparations.application_id
      and of_it.completed_at is null and of_it.has_contact = 0)`,
    clock: sql`max(preparations.expires_at, coalesce((
      select of_it.updated_at from applications of_it where of_it.id = preparations.application_id), 0))`,
    indexed: preparations.expiresAt,
    batchSize: 20,
    erase: eraseApplications,
  },
  offers: {
    table: offers,
    id: offers.id,
    indexed: offers.expiresAt,
    batchSize: 20,
    erase: async (tx, ids) => (await deleteOffers(tx, ids)).mails,
  },
  mails: {
    table: outbox,
    id: outbox.id,
    only: sql`${outbox.applicationId} is null`,
    // not sent yet
    except: sql`${outbox.status} = 'pending'`,
    indexed: outbox.createdAt,
    batchSize: 100,
    erase: (tx, ids) => deleteMails(tx, inArray(outbox.id, ids)),
  },
  return_contents: {
    table: returnFiles,
    id: returnFiles.id,
    only: sql`${returnFiles.columns} is not null`,
    clock: sql`coalesce(${returnFiles.appliedAt}, ${returnFiles.at})`,
    indexed: returnFiles.at,
    // each has up to 2,000 rows
    batchSize: 2,
    erase: async (tx, ids) => {
      await eraseContents(tx, ids);
      return [];
    },
  },
  evidence: {
    table: evidence,
    id: evidence.id,
    // the triggers go by the clock of the database
    locked: sql`${evidence.keepUntil} > unixepoch() * 1000`,
    // consents to calls and calls as long as the last call about the same request
    clock: sql`coalesce((
      select max(other.keep_until) from evidence other where other.callback_id = evidence.callback_id),
      evidence.keep_until)`,
    indexed: evidence.keepUntil,
    batchSize: 100,
    erase: async (tx, ids) => {
      await tx.delete(evidence).where(inArray(evidence.id, ids));
      return [];
    },
  },
  erased_drafts: {
    table: erasedDrafts,
    id: erasedDrafts.applicationId,
    indexed: erasedDrafts.at,
    batchSize: 200,
    erase: async (tx, ids) => {
      await tx.delete(erasedDrafts).where(inArray(erasedDrafts.applicationId, ids));
      return [];
    },
  },
  audit_log: {
    table: auditLog,
    id: auditLog.id,
    // the chain is shortened at its beginning only, and the clock of a row before may have been ahead; the plus keeps
    // SQLite from reading the newer rows by their index
    locked: sql`exists (select 1 from audit_log earlier where earlier.id < audit_log.id and +earlier.at > audit_log.at)`,
    indexed: auditLog.at,
    batchSize: 200,
    choose: oldestOf,
    erase: async (tx, ids, cipher) => {
      await deleteOldest(tx, ids, cipher);
      return [];
    },
  },
};
