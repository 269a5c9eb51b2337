/** The versions of the tariffs: drafts, their release, and the one in force. Instants are milliseconds since 1970. */
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import {
  changeableOf,
  movesBetween,
  type PremiumMove,
  precedingVersion,
  type TariffState,
  type TariffTerms,
} from '#domain/tariffs/versions';
import { recordAction } from '../audit/record';
import type { Database, Reader, Transaction } from '../client';
import { tariffVersions } from '../schema/tariffs';
import { replaceCatalogue } from './catalogue';

export type VersionRecord = typeof tariffVersions.$inferSelect;

/** Newest first. */
export async function listVersions(reader: Reader): Promise<VersionRecord[]> {
  return await reader.select().from(tariffVersions).orderBy(desc(tariffVersions.number));
}

type NewVersion = {
  state: TariffState;
  validFrom: string;
  terms: TariffTerms;
  createdBy: string;
  releasedBy: string | null;
};

/** Adds a version with the next number. */
export async function insertVersion(tx: Transaction, made: NewVersion, now: number): Promise<VersionRecord> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from ${tariffVersions})`;
  const [row] = await tx
    .insert(tariffVersions)
    .values({ id: crypto.randomUUID(), number, createdAt: now, ...made })
    .returning();
  if (!row) throw new Error('The database returned no row for a new version.');
  return row;
}

/** The active version, or null before the first start is done. */
export async function findActive(reader: Reader): Promise<VersionRecord | null> {
  const [row] = await reader.select().from(tariffVersions).where(eq(tariffVersions.state, 'active'));
  return row ?? null;
}

/** Creates a draft from the terms in force, which `termsFrom` may change. */
export async function createDraft(
  db: Database,
  { validFrom, termsFrom }: { validFrom: string; termsFrom: (active: TariffTerms) => TariffTerms },
  actor: Actor,
  now: number,
): Promise<VersionRecord> {
  return await db.write(async (tx) => {
    const active = await findActive(tx);
    if (!active) throw new Error('No tariffs are in force.');
    const terms = termsFrom(active.terms);
    const draft = { state: 'draft', validFrom, terms, createdBy: actor.username, releasedBy: null } as const;
    const row = await insertVersion(tx, draft, now);
    await recordAction(tx, actor, 'tariffs_drafted', [row.id], now);
    return row;
  });
}

type Refused =
  | { kind: 'unknown' }
  | { kind: 'wrong_state'; current: VersionRecord }
  | { kind: 'stale'; current: VersionRecord };
type Changed = { kind: 'changed'; row: VersionRecord };

type DraftChange = { version: number; validFrom?: string; termsFrom: (old: TariffTerms) => TariffTerms };

/** Changes a draft. `version` is the one that the member of staff saw. */
export async function changeDraft(
  db: Database,
  id: string,
  { version, validFrom, termsFrom }: DraftChange,
  actor: Actor,
  now: number,
): Promise<Changed | Refused> {
  return await db.write(async (tx) => {
    const found = await findIn(tx, id, 'draft', version);
    if (found.kind !== 'found') return found;
    const { row: old } = found;
    const row = await update(tx, old, { validFrom: validFrom ?? old.validFrom, terms: termsFrom(old.terms) });
    await recordAction(tx, actor, 'tariffs_changed', [id], now);
    return { kind: 'changed', row };
  });
}

/** Deletes a draft. */
export async function deleteDraft(
  db: Database,
  id: string,
  actor: Actor,
  now: number,
): Promise<{ kind: 'deleted' } | Refused> {
  return await db.write(async (tx) => {
    const found = await findIn(tx, id, 'draft');
    if (found.kind !== 'found') return found;
    await tx.delete(tariffVersions).where(eq(tariffVersions.id, id));
    await recordAction(tx, actor, 'tariffs_deleted', [id], now);
    return { kind: 'deleted' };
  });
}

type Release = { version: number | undefined; confirmed: boolean; today: string };
type Released = Changed | Refused | { kind: 'past_day' } | { kind: 'large_moves'; moves: PremiumMove[] };

/**
 * Releases a draft. If its day is today, it is in force when this resolves. Another version that was released for the same
 * day becomes a draft again: the later decision counts.
 */
export async function releaseDraft(
  db: Database,
  id: string,
  { version, confirmed, today }: Release,
  actor: Actor,
  now: number,
): Promise<Released> {
  return await db.write(async (tx) => {
    const found = await findIn(tx, id, 'draft', version);
    if (found.kind !== 'found') return found;
    const { row } = found;
    if (row.validFrom < today) return { kind: 'past_day' };
    const versions = await listVersions(tx);
    const before = precedingVersion(versions, row);
    const moves = before
      ? movesBetween(changeableOf(before.terms).premiums, changeableOf(row.terms).premiums)
      : [];
    const large = moves.filter((move) => move.large);
    if (large.length > 0 && !confirmed) return { kind: 'large_moves', moves: large };
    const replaced = versions.filter(
      ({ state, validFrom }) => state === 'released' && validFrom === row.validFrom,
    );
    for (const one of replaced) await backToDraft(tx, one, actor, now);
    const released = await update(tx, row, { state: 'released', releasedBy: actor.username });
    await recordAction(tx, actor, 'tariffs_released', [id], now);
    await activate(tx, today);
    return { kind: 'changed', row: (await find(tx, id)) ?? released };
  });
}

/** Makes a released version a draft again, unless it is in force by now. */
export async function takeBackRelease(
  db: Database,
  id: string,
  actor: Actor,
  now: number,
): Promise<Changed | Refused> {
  return await db.write(async (tx) => {
    const found = await findIn(tx, id, 'released');
    if (found.kind !== 'found') return found;
    return { kind: 'changed', row: await backToDraft(tx, found.row, actor, now) };
  });
}

async function backToDraft(
  tx: Transaction,
  row: VersionRecord,
  actor: Actor,
  now: number,
): Promise<VersionRecord> {
  const draft = await update(tx, row, { state: 'draft', releasedBy: null });
  await recordAction(tx, actor, 'tariffs_taken_back', [row.id], now);
  return draft;
}

/**
 * Puts the released version in force whose day has come, the latest one if there are several. Returns its number, or
 * null if there is none. Any number of instances may call this at the same time, with any clock: a version in force is
 * replaced only by a released one.
 */
export async function activateDue(db: Database, today: string): Promise<number | null> {
  // nearly always there is nothing to do, and a read waits for nobody
  const [due] = await db.read
    .select({ id: tariffVersions.id })
    .from(tariffVersions)
    .where(isDue(today))
    .limit(1);
  return due ? await db.write((tx) => activate(tx, today)) : null;
}

async function activate(tx: Transaction, today: string): Promise<number | null> {
  const { state, validFrom, number } = tariffVersions;
  const [latest] = await tx
    .select()
    .from(tariffVersions)
    .where(isDue(today))
    .orderBy(desc(validFrom), desc(number))
    .limit(1);
  if (!latest) return null;
  await tx.update(tariffVersions).set({ state: 'past' }).where(eq(state, 'active'));
  await tx.update(tariffVersions).set({ state: 'past' }).where(isDue(today));
  await tx.update(tariffVersions).set({ state: 'active' }).where(eq(tariffVersions.id, latest.id));
  await replaceCatalogue(tx, latest.terms);
  return latest.number;
}

function isDue(today: string) {
  return and(eq(tariffVersions.state, 'released'), lte(tariffVersions.validFrom, today));
}

async function find(reader: Reader, id: string): Promise<VersionRecord | null> {
  const [row] = await reader.select().from(tariffVersions).where(eq(tariffVersions.id, id));
  return row ?? null;
}

/** The version, if it is in this state and, if one is named, of this version. */
async function findIn(tx: Transaction, id: string, state: TariffState, version?: number) {
  const row = await find(tx, id);
  if (!row) return { kind: 'unknown' } as const;
  if (row.state !== state) return { kind: 'wrong_state', current: row } as const;
  if (version !== undefined && row.version !== version) return { kind: 'stale', current: row } as const;
  return { kind: 'found', row } as const;
}

async function update(
  tx: Transaction,
  { id, version }: VersionRecord,
  values: Partial<VersionRecord>,
): Promise<VersionRecord> {
  const [row] = await tx
    .update(tariffVersions)
    .set({ ...values, version: version + 1 })
    .where(eq(tariffVersions.id, id))
    .returning();
  if (!row) throw new Error('A version vanished inside a transaction.');
  return row;
}
