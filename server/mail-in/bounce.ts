import { findCorrespondents, isOfThem } from '#db/cases/arrivals';
import { changeCase } from '#db/cases/change';
import { findFirstMail, isAnyMail, markBounced, proveFailure, wasTransmitted } from '#db/mails/bounces';
import type { OutboxMail } from '#db/mails/outbox';
import { isDone } from '#domain/cases/statuses';
import { bounceSentence } from '#domain/mails/bounces';
import { mailKinds } from '#domain/mails/kinds';
import type { Context } from '../context';
import { type Deed, perform } from '../deed';
import type { Report } from './report';

type Noted = { event: 'mail_bounced' | 'mail_delayed'; mail: OutboxMail };

/** `name`: of the report, which says nothing new when it comes again. */
export async function takeBounce(context: Context, name: string, report: Report): Promise<void> {
  if (report.outcome === 'other' || !(await isAnyMail(context.db, report.about))) return;
  const noted = await perform(context, null, (deed) => note(context, deed, name, report));
  if (noted) context.log('info', noted.event, { mail: noted.mail.id, type: noted.mail.emailType });
}

async function note(
  { cipher }: Context,
  deed: Deed,
  name: string,
  { about, outcome, code }: Report,
): Promise<Noted | null> {
  const { tx, at } = deed;
  const mail = await findFirstMail(tx, about);
  if (!mail || !wasTransmitted(mail) || mail.bounceReport === name) return null;
  if (outcome === 'delayed') return { event: 'mail_delayed', mail };
  const stops = mailKinds[mail.emailType].to === 'visitor';
  await markBounced(tx, mail.id, { at, code, report: name, stops });
  if (stops) {
    await proveFailure(tx, cipher, mail, at);
    await flagCase(deed, mail, code);
  }
  return { event: 'mail_bounced', mail };
}

/** Not if the application has another address by now. */
async function flagCase(deed: Deed, mail: OutboxMail, code: string | null): Promise<void> {
  const { applicationId, recipientEmail, subject, emailType } = mail;
  const found = applicationId ? await findCorrespondents(deed.tx, applicationId) : null;
  if (!applicationId || !found || !isOfThem(found, recipientEmail)) return;
  await changeCase(deed, applicationId, {
    version: null,
    undeliverable: `${subject ?? mailKinds[emailType].label}: ${bounceSentence(code)}`,
    ...(isDone(found.status) ? {} : { followUpOn: deed.today }),
  });
}
