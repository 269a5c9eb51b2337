/** Reminds whoever began an application and left it (contract 3): the first once, the second once. */
import { queueMail } from '../../db/outbox';
import {
  anyReminderDue,
  claimDueReminders,
  type ReminderRule,
  removePointlessReminders,
} from '../../db/reminders';
import { subject as firstSubject } from '../../emails/reminder-first';
import { subject as secondSubject } from '../../emails/reminder-second';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'wakeMail'>;

const hour = 3_600_000;
/** Applications in one transaction: short enough that a visitor's save hardly waits for it. */
const atOnce = 50;
const subjects = { first: firstSubject, second: secondSubject };
const emailTypes = { first: 'reminder_first', second: 'reminder_second' } as const;

/** Queues the reminders that are due at this instant; answers how many. Throws while the database is away. */
export async function queueDueReminders(context: Needs): Promise<number> {
  await removePointlessReminders(context.db);
  let queued = 0;
  for (const rule of rulesAt(context)) queued += await queueByRule(context, rule);
  if (queued > 0) context.wakeMail();
  return queued;
}

async function queueByRule({ db, now }: Needs, rule: ReminderRule): Promise<number> {
  let queued = 0;
  while (await anyReminderDue(db, rule)) {
    const claimed = await db.write(async (tx) => {
      const due = await claimDueReminders(tx, rule, { now: now(), limit: atOnce });
      for (const { applicationId, email, firstName, lastName } of due) {
        await queueMail(tx, {
          emailType: emailTypes[rule.type],
          applicationId,
          recipientEmail: email,
          recipientName: `${firstName} ${lastName}`,
          subject: subjects[rule.type](),
          now: now(),
        });
      }
      return due.length;
    });
    // another instance was faster
    if (claimed === 0) break;
    queued += claimed;
  }
  return queued;
}

/** Both reminders count from the last change. The second keeps its distance from a first that came late. */
function rulesAt({ config, now }: Needs): ReminderRule[] {
  const { reminderFirstHours: first, reminderSecondHours: second } = config;
  const rules: ReminderRule[] = [];
  // the second comes before: so the same look never queues both to one person
  if (second > 0) {
    const distance = Math.max(0, second - first) * hour;
    const afterFirst = first > 0 ? now() - distance : null;
    rules.push({ type: 'second', untouchedSince: now() - second * hour, afterFirst });
  }
  if (first > 0) rules.push({ type: 'first', untouchedSince: now() - first * hour, afterFirst: null });
  return rules;
}
