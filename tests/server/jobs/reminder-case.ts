/** An office with its own mail server, whose automatic reminders are sent when the test says so. */
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { openOffice, type Staff } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { drawNothing } from '#tests/support/drawing';
import { type Applicant, createVisitor, johanna, kim } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';

export const hour = 3_600_000;
export const second = 1_000;

/** Johanna with a later start of the insurance, so that she can still complete after a reminder. */
export const patient = consenting({ ...johanna, 'horse-data': kim['horse-data'] });

/** The same person, with the box for reminders ticked. */
export function consenting(person: Applicant): Applicant {
  return { ...person, 'contact-data': { ...person['contact-data'], reminderConsent: true } };
}

export async function open(env: Record<string, string> = {}) {
  const server = await openMailServer();
  const office = await openOffice({
    env: { SMTP_URL: server.url, LOG_LEVEL: 'debug', ...env },
    draw: drawNothing,
  });
  const { app } = office;
  /** Moves the clock, runs the job once, delivers, and returns the kinds of the mails that arrived. */
  const after = async (ms: number): Promise<string[]> => {
    app.clock.now += ms;
    const before = server.mails.length;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
    return server.mails.slice(before).map(({ email }) => kindOf(email.subject ?? ''));
  };
  return { ...office, server, after };
}

function kindOf(subject: string): string {
  if (subject.includes('wartet auf Sie')) return 'first';
  return subject.startsWith('Dürfen wir') ? 'second' : 'another';
}

/** An open application whose first two steps are saved. */
export async function begin(app: TestApp, person = johanna) {
  const visitor = createVisitor(app);
  await visitor.save('horse-data', person['horse-data']);
  await visitor.save('contact-data', consenting(person)['contact-data']);
  return visitor;
}

export const mailsOf = ({ db }: TestApp) => db.read.select().from(outbox);

export const remind = (staff: Staff, id: string, type = 'first') =>
  staff.ask('POST', href(api.resendReminder, { id }), { type });
