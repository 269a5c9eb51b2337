/** Open applications that visitors have left. Only their contact data is stored, with the consent to reminders. */
import type { Database } from '#db/client';
import { applications, contactData } from '#db/schema/applications';
import { johanna } from './people';

/** Adds applications with an address each, unchanged since the instant `at` (ms); returns their ids. */
export async function abandon(db: Database, count: number, at: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await db.write(async (tx) => {
    await tx.insert(applications).values(ids.map((id) => ({ id, createdAt: at, updatedAt: at })));
    const contacts = ids.map((applicationId) => ({
      ...johanna['contact-data'],
      reminderConsent: true,
      id: crypto.randomUUID(),
      applicationId,
      email: `${applicationId}@mail.example`,
    }));
    await tx.insert(contactData).values(contacts);
  });
  return ids;
}
