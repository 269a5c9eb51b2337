/** Applications as staff see them: the whole list, and everything about one of them. */
import { desc, eq, sql } from 'drizzle-orm';
import type { ApplicationRow } from '../domain/backoffice';
import { applicationOf } from './applications';
import type { Database } from './client';
import { applications, contactData, horseData } from './schema';

/** All applications with what a caller knows of them, newest first, in one statement. */
export async function listApplications(db: Database): Promise<ApplicationRow[]> {
  const rows = await db.read
    .select({
      id: applications.id,
      currentStep: applications.currentStep,
      completedAt: applications.completedAt,
      createdAt: applications.createdAt,
      updatedAt: applications.updatedAt,
      firstName: contactData.firstName,
      lastName: contactData.lastName,
      email: contactData.email,
      horseName: horseData.horseName,
    })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(horseData, eq(horseData.applicationId, applications.id))
    .orderBy(desc(applications.createdAt), desc(sql`${applications}.rowid`));
  return rows.map(({ firstName, lastName, email, horseName, ...row }) => ({
    ...applicationOf(row),
    contactName: firstName === null ? null : `${firstName} ${lastName}`,
    email,
    horseName,
  }));
}
