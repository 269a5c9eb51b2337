import { desc, eq, sql } from 'drizzle-orm';
import type { ApplicationRow } from '#domain/applications/staff';
import { defaultSource } from '#domain/fields';
import { readableAddress } from '../addresses';
import type { Database } from '../client';
import { statement } from '../driver/queries';
import { applications, contactData, horseData } from '../schema/applications';
import { applicationOf } from './find';

type Packed = [
  id: string,
  currentStep: number,
  completedAt: number | null,
  createdAt: number,
  updatedAt: number,
  contactName: string | null,
  email: string | null,
  horseName: string | null,
  row: number,
  adviceOwed: 0 | 1,
  restricted: 0 | 1,
  /** Null: `defaultSource`. */
  source: string | null,
];

/** While a batch is read, a local database serves nobody else: some milliseconds. */
const batchSize = 1000;

/** In batches, with other requests in between: what is created or deleted meanwhile may be there or not. */
export async function* listApplications(db: Database): AsyncGenerator<ApplicationRow[]> {
  let before = { createdAt: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const batch = await readBatch(db, before);
    yield batch.map(rowOf);
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    before = { createdAt: last[3], row: last[8] };
  }
}

async function readBatch(db: Database, before: { createdAt: number; row: number }): Promise<Packed[]> {
  const [found] = await packedBefore(db.read, before);
  return JSON.parse(found?.rows ?? '[]');
}

const packedBefore = statement((on) => {
  const row = sql<number>`${applications}.rowid`;
  const { id, currentStep, completedAt, createdAt, updatedAt, adviceOwed } = applications;
  const newest = on
    .select({
      ...{ id, currentStep, completedAt, createdAt, updatedAt, adviceOwed },
      contactName: sql`${contactData.firstName} || ' ' || ${contactData.lastName}`.as('contact_name'),
      email: contactData.email,
      horseName: horseData.horseName,
      row: row.as('row'),
      restricted: sql`${applications.restrictedAt} is not null`.as('restricted'),
      source: sql`nullif(${applications.source}, ${defaultSource})`.as('source'),
    })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, id))
    .leftJoin(horseData, eq(horseData.applicationId, id))
    .where(sql`(${createdAt}, ${row}) < (${sql.placeholder('createdAt')}, ${sql.placeholder('row')})`)
    .orderBy(desc(createdAt), desc(row))
    .limit(batchSize)
    .as('newest');
  // one text for all rows: with a value per cell the driver takes twice as long
  const packed = sql<string>`json_group_array(json_array(
    ${newest.id}, ${newest.currentStep}, ${newest.completedAt}, ${newest.createdAt}, ${newest.updatedAt},
    ${newest.contactName}, ${newest.email}, ${newest.horseName}, ${newest.row}, ${newest.adviceOwed}, ${newest.restricted}, ${newest.source}))`;
  return on.select({ rows: packed }).from(newest);
});

function rowOf(packed: Packed): ApplicationRow {
  const [id, currentStep, completedAt, createdAt, updatedAt, ...others] = packed;
  const [contactName, given, horseName, , adviceOwed, restricted, source] = others;
  const email = given && readableAddress(given);
  const application = applicationOf({ id, currentStep, completedAt, createdAt, updatedAt });
  const row: ApplicationRow = { ...application, contactName, email, horseName };
  if (adviceOwed) row.adviceOwed = true;
  if (restricted) row.restricted = true;
  if (source !== null) row.source = source;
  return row;
}
