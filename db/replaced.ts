/**
 * What a replaced database says was erased, for the backup that replaces it. Nothing is concluded from what is merely
 * missing: it may never have been there, or a wrong clock may have deleted it.
 */
import type { Client } from '@libsql/client/sqlite3';
import { keysOf } from '#domain/keys';
import { withFile } from './backup';
import { DatabaseUnavailable } from './driver/errors';
import { type ErasedKind, type Erasure, erasers } from './erasers';

export type Erasures = {
  /** What it has erased and the backup has not. `inBackup`: it has to be erased again. */
  erased: (Erasure & { inBackup: boolean })[];
  /** How many rows of the backup it no longer had without a word. */
  missing: Record<(typeof wholeKinds)[number], number>;
  marked: Partial<Record<Mark, Marked[]>>;
  isLogCut: boolean;
  isDamaged: boolean;
};

/** Null: a version before `erasures` made it. @throws DatabaseUnavailable if it holds no database of this product */
export async function readErasures(
  restored: string,
  replaced: string,
  encryptionKey?: string,
): Promise<Erasures | null> {
  return await withFile(restored, encryptionKey, async (client) => {
    await client.execute({ sql: 'ATTACH ? AS replaced', args: [replaced] });
    const named =
      "SELECT name FROM replaced.sqlite_schema WHERE name IN ('audit_log', 'erasures') ORDER BY name";
    const [log, table] = (await client.execute(named)).rows;
    if (log?.name !== 'audit_log')
      throw new DatabaseUnavailable('The replaced file holds no database of this product.');
    if (!table) return null;
    const look = lookInto(client);
    const { rows } = look;
    const erased: Erasures['erased'] = [];
    for (const kind of keysOf(erasers)) {
      for (const [id, at, inBackup] of await rows(erasedQuery(kind)))
        erased.push({ kind, id: textOf(id), at: Number(at), inBackup: inBackup === 1 });
    }
    const marked: Erasures['marked'] = {};
    for (const mark of keysOf(markQueries)) {
      const found = await rows(markQueries[mark]);
      marked[mark] = found.map(([id, about]) => ({ id: textOf(id), about: textOf(about) }));
    }
    const missing = { application: 0, offer: 0, callback: 0, user: 0 };
    // what a trial had made that has ended since is erased again as a whole
    const [hasEnded] = marked.siteState?.length ? await rows(trialQuery) : [];
    for (const kind of hasEnded ? (['user'] as const) : wholeKinds)
      missing[kind] = Number((await rows(missingQuery(kind)))[0]?.[0] ?? 0);
    const isLogCut = (await rows(cutQuery)).some(([isCut]) => isCut === 1);
    return { erased, missing, marked, isLogCut, isDamaged: look.isDamaged() };
  });
}

/** As numbers and blobs: the driver ends the process when it reads a damaged text. What cannot be read is no row. */
function lookInto(client: Client) {
  let damaged = false;
  const rows = async (statement: string): Promise<unknown[][]> => {
    try {
      return (await client.execute(statement)).rows.map((row) => Array.from(row));
    } catch {
      damaged = true;
      return [];
    }
  };
  return { rows, isDamaged: () => damaged };
}

/** While instances are updated one by one, an earlier version names what it erases in its log alone. */
function goneQuery(kind: ErasedKind): string {
  const { action } = erasers[kind];
  return `
    SELECT id, at FROM replaced.erasures WHERE kind = '${kind}' UNION ALL
    SELECT subject_id, at FROM replaced.audit_log WHERE action IN ('${action}', 'completed_${action}')`;
}

// not if it was created later: the browser of an applicant may begin an application with the same id again
function erasedQuery(kind: ErasedKind): string {
  return `
    SELECT CAST(gone.id AS BLOB), CAST(gone.at AS INTEGER), EXISTS (
      SELECT 1 FROM main.${erasers[kind].table} row WHERE row.id = gone.id AND row.created_at <= gone.at)
    FROM (SELECT id, max(at) AS at FROM (${goneQuery(kind)}) GROUP BY id) gone
    LEFT JOIN main.erasures known ON known.kind = '${kind}' AND known.id = gone.id
    WHERE known.at IS NULL OR known.at < gone.at`;
}

const wholeKinds = ['application', 'offer', 'callback', 'user'] as const;

function missingQuery(kind: ErasedKind): string {
  const { table } = erasers[kind];
  return `
    SELECT count(*) FROM main.${table} row
    WHERE row.id NOT IN (SELECT id FROM replaced.${table}) AND row.id NOT IN (SELECT id FROM (${goneQuery(kind)}))
    AND row.id NOT IN (SELECT id FROM replaced.erasures)`;
}

/** `about`: the instant of the mark, or what else its row says. */
type Marked = { id: string; about: string };
export type Mark = keyof typeof markQueries;

/** What else must not be forgotten: rows that are marked, and are not in the backup. */
const markQueries = {
  note: `
    SELECT CAST(event.id AS BLOB), CAST(event.application_id AS BLOB) FROM case_events event
    JOIN replaced.case_events other ON other.id = event.id
    WHERE event.kind = 'note' AND event.text IS NOT NULL AND other.text IS NULL`,
  restriction: instantQuery('applications', 'restricted_at'),
  // `expires_at` is as much after the end of the links as `db/access-links.ts` says
  links: `
    SELECT CAST(ended.application_id AS BLOB), CAST(ended.expires_at AS BLOB) FROM replaced.link_tokens ended
    JOIN main.applications application ON application.id = ended.application_id
    WHERE ended.hash LIKE 'ended %' AND NOT EXISTS (
      SELECT 1 FROM main.link_tokens known WHERE known.hash = ended.hash AND known.expires_at >= ended.expires_at)`,
  // as `endReceipts` in `db/withdrawals.ts` marks them
  receipt: `
    SELECT CAST(other.id AS BLOB), '' FROM replaced.withdrawals other JOIN main.withdrawals known ON known.id = other.id
    WHERE other.token_hash LIKE 'ended %' AND known.token_hash NOT LIKE 'ended %'`,
  objection: instantQuery('applications', 'reminders_stopped_at'),
  personObjection: `
    SELECT CAST(person_key AS BLOB), CAST(at AS BLOB) FROM replaced.reminder_stops
    WHERE person_key NOT IN (SELECT person_key FROM main.reminder_stops)`,
  noCalls: instantQuery('callback_requests', 'no_calls_at'),
  // by the log: a database from before states, or one that was just created, has one that nobody gave it
  siteState: `
    SELECT CAST(json_object('state', state, 'since', since, 'by', by, 'reason', reason, 'resumeOn', resume_on,
      'standsFrom', stands_from) AS BLOB), ''
    FROM replaced.site_state WHERE ${changedAt('replaced')} > ${changedAt('main')}`,
};

const trialQuery = "SELECT 1 FROM main.site_state WHERE state = 'trial'";

function changedAt(database: 'main' | 'replaced'): string {
  return `(SELECT coalesce(max(at), 0) FROM ${database}.audit_log WHERE action = 'site_state_changed')`;
}

function instantQuery(table: 'applications' | 'callback_requests', column: string): string {
  return `
    SELECT CAST(other.id AS BLOB), CAST(other.${column} AS BLOB) FROM replaced.${table} other
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

/** Of a blob. What is damaged in it becomes U+FFFD, and is no id any more. */
function textOf(blob: unknown): string {
  return blob instanceof ArrayBuffer ? Buffer.from(blob).toString() : '';
}
