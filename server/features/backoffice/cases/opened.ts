import { findCase } from '#db/cases/find';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import type { OpenedCase } from '#domain/applications/staff';
import type { Case } from '#domain/cases/staff';
import type { Deed } from '../../../deed';
import { noSuchCase } from './messages';

/** The same for who opens a case, changes it, and was too late: they may be compared. */
export async function findOpenedCase(reader: Reader, id: string, today: string): Promise<OpenedCase | null> {
  const found = await findCase(reader, id, today);
  return found && (await withDuplicates(reader, id, found));
}

export async function withDuplicates(reader: Reader, id: string, found: Case): Promise<OpenedCase> {
  return { ...found, duplicates: await findDuplicates(reader, id) };
}

export async function knownCase({ tx, today }: Deed, id: string): Promise<Case> {
  const found = await findCase(tx, id, today);
  if (!found) throw noSuchCase();
  return found;
}
