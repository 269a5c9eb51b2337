/** A desk with very many cases for benchmarks. */

import { sql } from 'drizzle-orm';
import { openMissingCases } from '#db/cases/open';
import type { Database, Transaction } from '#db/client';
import { createUser } from '#db/staff/users';
import { nationwide } from '#domain/calendar/working-days';
import { addDays, berlinDay } from '#domain/dates';
import { createPasswords } from '#server/features/auth/passwords';
import { administrator, cheap } from '#tests/support/staff';
import { crowdId, seedCompleted } from './crowd-rows';

/** `usual`: most are done and 6,000 open, of which 1,000 are nobody's; `open`: all are. */
export type Mix = 'usual' | 'open';

const colleagues = 20;
const eventsEach = 10;

/** Has cases, unlike the administrator. */
export const handler = { username: 'handler-0', password: 'lang-genug-2' };

/** Fills an empty database with `count` cases and ten times as many events. Returns the seconds for opening the cases. */
export async function seedCases(db: Database, now: number, count: number, mix: Mix): Promise<number> {
  const today = berlinDay(new Date(now));
  await seedCompleted(db, now, count);
  const begun = performance.now();
  await openMissingCases(db, { since: 0, today, calendar: nationwide });
  const opening = (performance.now() - begun) / 1000;
  const { hash } = createPasswords(cheap);
  const admin = { username: administrator.username, passwordHash: await hash(administrator.password) };
  await db.write((tx) => createUser(tx, { ...admin, email: null, role: 'admin' }, now));
  const passwordHash = await hash(handler.password);
  for (let index = 0; index < colleagues; index += 1) {
    const account = { passwordHash, email: null, role: 'sachbearbeiter' as const };
    await db.write((tx) => createUser(tx, { ...account, username: `handler-${index}` }, now));
  }
  await db.write((tx) => spread(tx, today, mix));
  // with the indexes, which the triggers of the table need
  await db.write((tx) => addEvents(tx, now, count));
  return opening;
}

/** Gives cases their statuses, days and assignees. */
async function spread(tx: Transaction, today: string, mix: Mix): Promise<void> {
  const open = mix === 'open' ? sql`true` : sql`number % 50 < 3`;
  const days = Array.from({ length: 30 }, (_, index) => addDays(today, index - 10));
  await tx.run(sql`update cases set
    status = iif(${open}, iif(number % 3 = 0, 'in_review', 'new'), iif(number % 7 = 0, 'declined', 'issued')),
    follow_up_on = iif(${open}, json_extract(${JSON.stringify(days)}, '$[' || (number * 7 / 50 % 30) || ']'), null),
    policy_number = iif(${open}, null, 'OP-' || (1000000 + number)),
    assignee_id = iif(number / 50 % 6 = 0, null,
      (select id from users where username_key = 'handler-' || (number / 50 % ${colleagues})))`);
}

async function addEvents(tx: Transaction, now: number, count: number): Promise<void> {
  await tx.run(sql`insert into case_events (id, application_id, at, actor, kind, old, new, text)
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${eventsEach})
    select application_id || i, application_id, ${now}, 'handler-' || i, iif(i % 3 = 0, 'note', 'follow_up'),
      null, null, iif(i % 3 = 0, 'Rückruf erbeten, Pferd steht in Pension.', null)
    from cases cross join n where number <= ${count}`);
}

/** Brings the newest applications to the insurer, with what they lack: a tariff, and a mandate with a reference. */
export async function bringToInsurer(tx: Transaction, most: number): Promise<void> {
  const these = sql`where application_id < ${crowdId(most)}`;
  await tx.run(sql`update cases set status = 'transmitted', policy_number = null, follow_up_on = '2099-01-01'
    ${these}`);
  await tx.run(sql`insert into tariff_selections
    (id, application_id, tariff_type, self_participation, payment_frequency, monthly_cents)
    select 'tariff ' || number, application_id, 'basis', 0, 'monthly', 1234 from cases ${these}`);
  await tx.run(sql`insert into sepa_mandates
    (id, application_id, account_holder, iban, bic, bank_name, mandate_consent, mandate_reference)
    select 'mandate ' || number, application_id, 'x', 'x', 'x', 'x', 1,
      'SF-20261120-' || cast(substr(application_id, -12) as integer) from cases ${these}`);
}
