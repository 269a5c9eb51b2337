/** What the figures count, of a very large number of applications, for benchmarks. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client';
import { archiveApplications } from '#db/insights/tally';
import { deductibles, paymentFrequencies, tariffTypes } from '#domain/tariffs/catalogue';
import { hourMs } from '#domain/time';

const atOnce = 500;

/** Gives each application of the crowd a source and its fate, and counts all of them once more in the archive. */
export async function addFigures(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(sql`update applications set completed_at = completed_at + (rowid % 90) * 60000,
      source = iif(rowid % 2 = 0, 'website', iif(rowid % 1000 = 1, 'selten-' || rowid, 'stall-' || (rowid % 20)))`);
    await addSelections(tx);
    await addSteps(tx);
    await addBeginnings(tx);
  });
  const ids = await db.read.all<{ id: string }>(sql`select id from applications order by created_at`);
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce).map(({ id }) => id);
    await db.write((tx) => archiveApplications(tx, some));
  }
}

const pick = (list: readonly (string | number)[], every: number) =>
  sql`json_extract(${JSON.stringify(list)}, ${sql.raw(`'$[' || (rowid / ${every} % ${list.length}) || ']'`)})`;

/** Two thirds have chosen a tariff. */
async function addSelections(tx: Transaction): Promise<void> {
  await tx.run(sql`insert into tariff_selections
    (id, application_id, tariff_type, self_participation, payment_frequency, monthly_cents)
    select id, id, ${pick(tariffTypes, 1)}, ${pick(deductibles, 3)}, ${pick(paymentFrequencies, 12)}, 5000
    from applications where furthest_step > 2`);
}

/** All were decided, some days after their transmission. */
async function addSteps(tx: Transaction): Promise<void> {
  const hour = sql.raw(`(number % 50) * ${hourMs}`);
  await tx.run(sql`update cases set status = iif(number % 7 = 0, 'declined', 'issued'), follow_up_on = null,
    transmitted_on = starts_on, first_step_at = completed_at + ${hour}, transmitted_at = completed_at + 3 * ${hour},
    decided_at = completed_at + 5 * ${hour}`);
}

/** A callback and an offer for every tenth application, and a mail of every hundredth came back. */
async function addBeginnings(tx: Transaction): Promise<void> {
  await tx.run(sql`insert into callback_requests (id, name, phone, source, created_at)
    select id, 'Kim Lange', '030', source, created_at from applications where rowid % 10 = 0`);
  await tx.run(sql`insert into offers (id, number, email, tariff_type, self_participation, payment_frequency,
      monthly_cents, surcharge_percent, tariff_version, documents, created_at, expires_at, source, application_id)
    select id, id, 'kim@example.org', 'top', 0, 'annual', 5000, 0, 1, '{}', created_at, created_at, source, id
    from applications where rowid % 10 = 1`);
  await tx.run(sql`update outbox set status = 'bounced', bounced_at = created_at where rowid % 100 = 0`);
}
