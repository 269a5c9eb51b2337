import type { Actor } from '#domain/accounts/actors';
import type { SiteState, StateName } from '#domain/site-state';
import type { Database, Reader, Transaction } from './client';
import { siteStates } from './schema/system';

/** `ending`: who ends the trial, while what was made in it is being erased; `standsFrom`: since when offers stand still. */
export type StoredState = SiteState & { ending: Actor | null; standsFrom: number | null };

/** Before the start of a new database has stored one. */
export const unknownState: StoredState = {
  state: 'live',
  since: 0,
  by: null,
  reason: null,
  resumeOn: null,
  standsFrom: null,
  ending: null,
};

export async function readSiteState(reader: Reader): Promise<StoredState> {
  const [row] = await reader.select().from(siteStates);
  if (!row) return unknownState;
  const { id: _, ...state } = row;
  return state;
}

/** Once, by the start that creates the database: a state that is there stays. */
export async function beginSiteState(db: Database, state: StateName, since: number): Promise<void> {
  if ((await readSiteState(db.fresh)) !== unknownState) return;
  await db.write((tx) => tx.insert(siteStates).values({ id: 1, state, since }).onConflictDoNothing());
}

export async function storeSiteState(tx: Transaction, change: Partial<StoredState>): Promise<void> {
  await tx.update(siteStates).set(change);
}
