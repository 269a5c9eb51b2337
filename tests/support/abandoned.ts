/** Applications that many people began and left: their contact is known, and nothing else. */
import type { Database } from '#db/client';
import { applications, contactData } from '#db/schema';
import { johanna } from './people';

/** Adds so many, each with an address of its own, untouched since the instant `at` (ms); answers their ids. */
export async function abandon(db: Database, count: number, at: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await db.write(async (tx) => {
    await tx.insert(applications).values(ids.map((id) => ({ id, createdAt: at, updatedAt: at })));
    const contacts = ids.map((applicationId) => ({
      ...johanna['contact-data'],
      id: crypto.randomUUID(),
      applicationId,
      email: `${applicationId}@mail.example`,
    }));
    await tx.insert(contactData).values(contacts);
  });
  return ids;
}
