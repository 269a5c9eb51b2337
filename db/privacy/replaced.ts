/** Nothing is concluded from what is merely missing: it may never have been there, or a wrong clock may have deleted it. */
import type { Client } from '@libsql/client/sqlite3';
import { withFile } from '../backup';
import { codeOf, DatabaseUnavailable } from '../driver/errors';
import { erasedParts, type Part } from './parts';

/** Of `contact` and `policyholder` the ids of the open applications in which their part was erased. */
export type ErasedKind = 'application' | 'preparation' | 'offer' | 'callback' | 'user' | Part;
type At = { id: string; at: number };

export type Erasures = Record<
  ErasedKind,
  {
    /** What its log names and the log of the backup does not. `inBackup`: it has to be deleted again. */
    logged: { id: string; inBackup: boolean }[];
    /** How many rows of the backup it no longer had without a word in its log; 0 for parts, which may be replaced or go with the whole. */
    missing: number;
  }
> & {
  /** Drafts that persons deleted themselves, which its log only counts. */
  drafts: (At & { inBackup: boolean })[];
  endedLinks: At[];
  endedReceipts: string[];
  notes: { id: string; applicationId: string }[];
  restricted: At[];
  stopped: At[];
  stoppedPersons: At[];
  stoppedCalls: At[];
  /** Its log does not reach back to the backup. */
  isLogCut: boolean;
  isDamaged: boolean;
};

/** The table of each kind, and the actions in the log that delete it or a part of it, in this version and others. */
const kinds: Record<ErasedKind, { table: string; actions: string; isPart?: true }> = {
  application: { table: 'applications', actions: "'application_deleted', 'completed_application_deleted'" },
  preparation: { table: 'preparations', actions: "'preparation_deleted'", isPart: true },
  offer: { table: 'offers', actions: "'offer_deleted'" },
  callback: { table: 'callback_requests', actions: "'callback_deleted'" },
  user: { table: 'users', actions: "'user_deleted'" },
  contact: { table: 'applications', actions: `'${erasedParts.contact}'`, isPart: true },
  policyholder: { table: 'applications', actions: `'${erasedParts.policyholder}'`, isPart: true },
};

/** Reads both files. `restored` has the tables of this version, `replaced` those of any version. */
export async function readErasures(
  restored: string,
  replaced: string,
  encryptionKey?: string,
): Promise<Erasures> {
  return await withFile(restored, encryptionKey, async (client) => {
    await client.execute({ sql: 'ATTACH ? AS replaced', args: [replaced] });
    const look = lookInto(client);
    const log = await look.rows("SELECT 1 FROM replaced.sqlite_schema WHERE name = 'audit_log'");
    if (log.length === 0)
      throw new DatabaseUnavailable('The replaced file holds no database of this product.');
    return {
      application: await readKind(look.rows, 'application'),
      preparation: await readKind(look.rows, 'preparation'),
      offer: await readKind(look.rows, 'offer'),
      callback: await readKind(look.rows, 'callback'),
      user: await readKind(look.rows, 'user'),
      contact: await readKind(look.rows, 'contact'),
      policyholder: await readKind(look.rows, 'policyholder'),
      drafts: await readDrafts(look.rows),
      endedLinks: (await look.rows(endedLinksQuery)).map(atOf),
      endedReceipts: (await look.rows(endedReceiptsQuery)).map(([id]) => textOf(id)),
      notes: (
        await look.rows(`
          SELECT CAST(event.id AS BLOB), CAST(event.application_id AS BLOB) FROM case_events event
          JOIN replaced.case_events other ON other.id = event.id
          WHERE event.kind = 'note' AND event.text IS NOT NULL AND other.text IS NULL`)
      ).map(([id, applicationId]) => ({
        id: textOf(id),
        applicationId: textOf(applicationId),
      })),
      restricted: (await look.rows(markedQuery('applications', 'restricted_at'))).map(atOf),
      stopped: (await look.rows(markedQuery('applications', 'reminders_stopped_at'))).map(atOf),
      stoppedPersons: (
        await look.rows(`
          SELECT CAST(person_key AS BLOB), CAST(at AS INTEGER) FROM replaced.reminder_stops
          WHERE person_key NOT IN (SELECT person_key FROM main.reminder_stops)`)
      ).map(atOf),
      stoppedCalls: (await look.rows(markedQuery('callback_requests', 'no_calls_at'))).map(atOf),
      isLogCut: (await look.rows(cutQuery)).some(([isCut]) => isCut === 1),
      isDamaged: look.isDamaged(),
    };
  });
}

type Rows = (statement: string) => Promise<unknown[][]>;

/** As numbers and blobs: the driver ends the process when it reads a damaged text. What cannot be read is no row. */
function lookInto(client: Client): { rows: Rows; isDamaged: () => boolean } {
  let damaged = false;
  const rows: Rows = async (statement) => {
    try {
      return (await client.execute(statement)).rows.map((row) => Array.from(row));
    } catch (error) {
      // SQLITE_ERROR: there is no such table or column
      if (codeOf(error) !== 'SQLITE_ERROR') damaged = true;
      return [];
    }
  };
  return { rows, isDamaged: () => damaged };
}

async function readKind(rows: Rows, kind: ErasedKind): Promise<Erasures[ErasedKind]> {
  const { table, actions, isPart } = kinds[kind];
  const deletedIn = (schema: string) =>
    `SELECT subject_id AS id, max(at) AS at FROM ${schema}.audit_log WHERE action IN (${actions}) GROUP BY 1`;
  // not if it was created later: the browser of an applicant may begin an application with the same id again
  const logged = await rows(`
    WITH gone AS (${deletedIn('replaced')}), known AS (${deletedIn('main')})
    SELECT CAST(gone.id AS BLOB), EXISTS (
      SELECT 1 FROM main.${table} row WHERE row.id = gone.id AND row.created_at <= gone.at)
    FROM gone LEFT JOIN known ON known.id = gone.id
    WHERE known.at IS NULL OR known.at < gone.at`);
  // a version without the table remembers none apart from its log
  const [remembers] = await rows("SELECT 1 FROM replaced.sqlite_schema WHERE name = 'erased_drafts'");
  const apart = remembers ? 'SELECT application_id FROM replaced.erased_drafts' : "''";
  const [missing] = await rows(`
    SELECT count(*) FROM main.${table} row
    WHERE row.id NOT IN (SELECT id FROM replaced.${table}) AND row.id NOT IN (SELECT id FROM (${deletedIn('replaced')}))
    AND row.id NOT IN (${apart})`);
  return {
    logged: logged.map(([id, inBackup]) => ({ id: textOf(id), inBackup: inBackup === 1 })),
    missing: isPart ? 0 : Number(missing?.[0] ?? 0),
  };
}

/** As for the log: not if the draft was begun again later. */
async function readDrafts(rows: Rows): Promise<Erasures['drafts']> {
  const found = await rows(`
    SELECT CAST(gone.application_id AS BLOB), CAST(gone.at AS INTEGER), EXISTS (
      SELECT 1 FROM main.applications row WHERE row.id = gone.application_id AND row.created_at <= gone.at)
    FROM replaced.erased_drafts gone LEFT JOIN main.erased_drafts known USING (application_id)
    WHERE known.at IS NULL OR known.at < gone.at`);
  return found.map(([id, at, inBackup]) => ({ ...atOf([id, at]), inBackup: inBackup === 1 }));
}

/** `expires_at` is as much after the end of the links as `db/links.ts` says. */
const endedLinksQuery = `
  SELECT CAST(ended.application_id AS BLOB), CAST(ended.expires_at AS INTEGER) FROM replaced.link_tokens ended
  JOIN main.applications application ON application.id = ended.application_id
  WHERE ended.hash LIKE 'ended %' AND NOT EXISTS (
    SELECT 1 FROM main.link_tokens known WHERE known.hash = ended.hash AND known.expires_at >= ended.expires_at)`;

/** As `endReceipts` in `db/withdrawals/withdrawals.ts` marks them. */
const endedReceiptsQuery = `
  SELECT CAST(other.id AS BLOB) FROM replaced.withdrawals other JOIN main.withdrawals known ON known.id = other.id
  WHERE other.token_hash LIKE 'ended %' AND known.token_hash NOT LIKE 'ended %'`;

/** Rows with an instant in this column that they do not have in the backup. */
function markedQuery(table: 'applications' | 'callback_requests', column: string): string {
  return `
    SELECT CAST(other.id AS BLOB), CAST(other.${column} AS INTEGER) FROM replaced.${table} other
    JOIN main.${table} known ON known.id = other.id
    WHERE other.${column} IS NOT NULL AND known.${column} IS NULL`;
}

/** The ids of the log grow by one, so a gap after the last row of the backup means that rows are gone. */
const cutQuery = `
  SELECT coalesce(
    (SELECT min(id) FROM replaced.audit_log),
    (SELECT seq + 1 FROM replaced.sqlite_sequence WHERE name = 'audit_log'),
    1
  ) > coalesce((SELECT max(id) FROM main.audit_log), 0) + 1`;

function atOf([id, at]: unknown[]): At {
  return { id: textOf(id), at: Number(at) };
}

/** Of a blob. What is damaged in it becomes U+FFFD, and is no id any more. */
function textOf(blob: unknown): string {
  return blob instanceof ArrayBuffer ? Buffer.from(blob).toString() : '';
}
