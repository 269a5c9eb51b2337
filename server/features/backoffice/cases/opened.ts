import { findCase } from '#db/cases/find';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import type { OpenedCase } from '#domain/applications/staff';

/** The same for who opens a case, changes it, and was too late: they may be compared. */
export async function findOpenedCase(reader: Reader, id: string, today: string): Promise<OpenedCase | null> {
  const found = await findCase(reader, id, today);
  return found && { ...found, duplicates: await findDuplicates(reader, id) };
}
