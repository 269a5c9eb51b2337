/** Applications that many people began and left: their contact is known, and nothing else. */
import { applications, contactData } from '../../db/schema';
import type { TestApp } from '../support/app';
import { johanna } from '../support/people';

/** Adds so many, each with an address of its own, untouched since now by the clock of the test; answers their ids. */
export async function abandon({ db, clock }: TestApp, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const now = clock.now;
  for (let from = 0; from < count; from += 100) {
    const some = ids.slice(from, from + 100);
    await db.write(async (tx) => {
      await tx.insert(applications).values(some.map((id) => ({ id, createdAt: now, updatedAt: now })));
      const contacts = some.map((applicationId) => ({
        ...johanna['contact-data'],
        id: crypto.randomUUID(),
        applicationId,
        email: `${applicationId}@mail.example`,
      }));
      await tx.insert(contactData).values(contacts);
    });
  }
  return ids;
}
