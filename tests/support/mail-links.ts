/** Links in mails. */
import { join } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { contactData } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import type { EmailType } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import type { TestApp } from './app';
import type { ReceivedMail } from './smtp';

/** The path of the first link below `/place/` in a mail; empty if it has none. */
export function linkIn({ email }: ReceivedMail, place: string): string {
  return email.text?.match(new RegExp(`/${place}/[\\w-]{43}`))?.[0] ?? '';
}

/** Sends what waits, and returns the token below `/place/` in the newest mail of this kind; empty if it has none. */
export async function tokenIn(app: TestApp, kind: EmailType, place: string): Promise<string> {
  await app.outbox.runOnce();
  const [mail] = await app.db.read
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.emailType, kind))
    .orderBy(desc(sql`rowid`))
    .limit(1);
  const text = await Bun.file(join(app.folder, 'mail', `${mail?.id}.eml`)).text();
  // lines of a mail are broken anywhere
  return text.replace(/=\r?\n/g, '').match(new RegExp(`/${place}/([\\w-]{43})`))?.[1] ?? '';
}

/** The path of the link that stops reminders, as a mail about this application has it. */
export async function stopPath({ db, context, clock }: TestApp, applicationId: string): Promise<string> {
  const [contact] = await db.read
    .select({ recipientEmail: contactData.email })
    .from(contactData)
    .where(eq(contactData.applicationId, applicationId));
  if (!contact) throw new Error('Nobody can be reminded.');
  const mail = { id: '', applicationId, createdAt: clock.now, ...contact };
  const { token } = await context.links.linkFor('stop', mail);
  return href(pages.stopReminders, { token });
}
