/** Very many applications and mails, made inside SQLite: for benches, which look at size and not at people. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Transaction } from '#db/client';
import { horses, owners } from '#db/demo/cast';
import { contactData, horseData, policyholderInfo } from '#db/schema';
import { emailTypes } from '#domain/mails';

const spreadMs = 300_000;
const mailsEach = 10;

/** Id of the application with this number, counted from 0, the newest first. */
export function crowdId(index: number): string {
  return `5a77e1fe-e000-4000-8000-${String(index).padStart(12, '0')}`;
}

/**
 * Adds `count` applications, one every 5 minutes back from `now` (ms), a third of them completed, each with horse,
 * contact and policyholder, and ten tried mails. Bank data is missing: it cannot be sealed here. For an empty database.
 */
export async function seedCrowd(db: Database, now: number, count: number): Promise<void> {
  await db.write(async (tx) => {
    await withoutIndexes(tx, 'applications', () => addApplications(tx, now, count));
    await addSets(tx, count);
    await withoutIndexes(tx, 'outbox', () => addMails(tx, now, count));
  });
}

/** Rows one after another into an index take several times as long as the index made over all of them. */
async function withoutIndexes(tx: Transaction, table: string, fill: () => Promise<void>): Promise<void> {
  const indexes = await tx.all<{ name: string; text: string }>(
    sql`select name, sql as text from sqlite_schema where type = 'index' and tbl_name = ${table} and sql is not null`,
  );
  for (const { name } of indexes) await tx.run(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { text } of indexes) await tx.run(sql.raw(text));
}

const numbers = (count: number) =>
  sql`with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count})`;
const idOf = (kind: string, index = 'i') =>
  sql.raw(`printf('5a77e1fe-${kind}000-4000-8000-%012d', ${index})`);

async function addApplications(tx: Transaction, now: number, count: number): Promise<void> {
  await tx.run(sql`insert into applications
    (id, current_step, furthest_step, completed_at, created_at, updated_at)
    ${numbers(count)} select ${idOf('e')}, iif(i % 3 = 0, 6, 2 + i % 4), iif(i % 3 = 0, 6, 2 + i % 4),
      iif(i % 3 = 0, ${now} - i * ${spreadMs}, null), ${now} - i * ${spreadMs}, ${now} - i * ${spreadMs} from n`);
}

async function addSets(tx: Transaction, count: number): Promise<void> {
  const reach = { email: sql`'reiter' || i || '@example.org'`, phone: sql`'030 23125 100'` };
  const consent = sql`1`;
  const horse = {
    insuranceStartDate: sql`'2027-01-01'`,
    horseName: sql`${fromCast(horses, 'horseName')} || ' ' || i`,
    requirementsConsent: consent,
  };
  const contact = { ...reach, dataProcessingConsent: consent };
  await addSet(tx, count, { table: horseData, kind: 'a', cast: horses, given: horse });
  await addSet(tx, count, { table: contactData, kind: 'b', cast: owners, given: contact });
  await addSet(tx, count, { table: policyholderInfo, kind: 'c', cast: owners, given: reach });
}

type Rows = { table: SQLiteTable; kind: string; cast: readonly object[]; given: Record<string, SQL> };

/** A row for each application; what `given` does not name is taken from the cast, or stays empty. */
async function addSet(tx: Transaction, count: number, { table, kind, cast, given }: Rows): Promise<void> {
  const known: Record<string, SQL> = { id: idOf(kind), applicationId: idOf('e'), ...given };
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(([field]) => known[field] ?? fromCast(cast, field));
  await tx.run(sql`insert into ${table} (${sql.join(names, sql`, `)})
    ${numbers(count)} select ${sql.join(values, sql`, `)} from n`);
}

const fromCast = (cast: readonly object[], field: string) =>
  sql`json_extract(${JSON.stringify(cast)}, ${sql.raw(`'$[' || (i % ${cast.length}) || '].${field}'`)})`;

async function addMails(tx: Transaction, now: number, count: number): Promise<void> {
  const type = sql`json_extract(${JSON.stringify(emailTypes)}, '$[' || (i % ${sql.raw(String(emailTypes.length))}) || ']')`;
  const at = sql`${now} - i * ${spreadMs / mailsEach}`;
  await tx.run(sql`insert into outbox
    (id, email_type, recipient_email, subject, application_id, status, attempts, created_at, next_attempt_at,
      attempted_at, error)
    ${numbers(count * mailsEach)} select ${idOf('d')}, ${type}, 'reiter' || (i / ${mailsEach}) || '@example.org',
      'Ihr Antrag bei Sattelfest (' || (i % 1000) || ')', ${idOf('e', `i / ${mailsEach}`)},
      iif(i % 50 = 0, 'failed', 'sent'), 1, ${at}, ${at}, ${at}, iif(i % 50 = 0, '550: 5.1.1 Mailbox unavailable', null)
    from n`);
}
