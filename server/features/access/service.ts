/** What an applicant does with an application besides filling it in: ask for its link, delete it, begin another one. */

import { deleteRows } from '#db/applications/delete';
import { findApplication } from '#db/applications/find';
import { addFollowUp, countFollowUps, findPrefill } from '#db/applications/follow-up';
import { recordAction } from '#db/audit/record';
import { linksEndedAt } from '#db/links/access';
import { rememberMails } from '#db/mails/caps';
import { recordErasedDrafts } from '#db/privacy/drafts';
import { type Prefill, prefillOf } from '#domain/access-links';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../context';
import { deleteMailFiles, emptyLog } from '../../erase';
import type { Author } from '../../http/author';
import { inEvenTime } from '../../http/even';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { addressHash } from '../../keyed-hash';
import { queueMails } from '../../mail/kinds';
import { isOwn } from '../applications/ownership';

/**
 * Sends the link of an application to its own address, once for each sending of the form. Takes the same time whether
 * there is one or not, except in load tests, which switch off all limits.
 */
export async function sendLink(context: Context, applicationId: string, sending: SendingId): Promise<void> {
  const send = () =>
    context.db.write(async (tx) => {
      // who asks again after the links were ended, for a corrected address or after the completion has no such link yet
      const completed = (await findApplication(tx, applicationId))?.completed;
      const about = [applicationId, completed, await linksEndedAt(tx, applicationId)];
      const sent = sendingOf<true>(context, sending, about);
      if (await sent.known(tx)) return [];
      await sent.note(tx, true);
      return await queueMails(context, tx, 'link_requested', { applicationId });
    });
  const queued = await (context.config.rateLimit ? inEvenTime(send) : send());
  if (queued.length > 0) context.wakeMail();
}

type Deleting = 'deleted' | 'unknown' | 'completed' | 'foreign';

/**
 * Deletes an open application for a browser that it belongs to, also from files and the write-ahead log.
 *
 * @param staff the member of staff who is signed in there
 */
export async function deleteDraft(
  context: Context,
  request: Request,
  id: string,
  staff: Actor | null,
): Promise<Deleting> {
  const { db } = context;
  const found = await findApplication(db.shared ?? db.read, id);
  const own = found !== null && (await isOwn(context, request, found));
  const done = await db.write(async (tx) => {
    const application = await findApplication(tx, id);
    if (!application) return 'unknown';
    if (application.completed) return 'completed';
    if (!own) return 'foreign';
    // otherwise deleting and beginning again would send any number of mails to an address
    await rememberMails(tx, addressHash(context.config), [id], context.now());
    // a restored backup must not bring it back
    if (staff) await recordAction(tx, staff, 'application_deleted', [id], context.now());
    else await recordErasedDrafts(tx, [id], context.now());
    return await deleteRows(tx, [id]);
  });
  if (typeof done === 'string') return done;
  await deleteMailFiles(context, done.mails);
  await emptyLog(context);
  return 'deleted';
}

const dayMs = 24 * 3_600_000;
/** Of one application in 24 hours. */
const mostFollowUps = 20;

type Beginning = { kind: 'begun'; id: string } | { kind: 'too_many' };

/** Begins another application for the person of a completed one. The browser becomes the author of the new one. */
export async function beginAnother(context: Context, from: string, author: Author): Promise<Beginning> {
  const { config, db, now } = context;
  return await db.write(async (tx) => {
    const at = now();
    const many =
      config.rateLimit && (await countFollowUps(tx, from, { since: at - dayMs, now: at })) >= mostFollowUps;
    if (many) return { kind: 'too_many' };
    const id = crypto.randomUUID();
    await addFollowUp(tx, { id, prefilledFrom: from, authorHash: author.hash, now: at });
    return { kind: 'begun', id };
  });
}

/** What the steps of such an application contain at first; null if it was not begun so. */
export async function readPrefill({ db, cipher }: Context, id: string): Promise<Prefill | null> {
  const found = await findPrefill(db.read, cipher, id);
  return found && prefillOf(found);
}
