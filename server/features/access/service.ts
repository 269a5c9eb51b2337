import { findApplication } from '#db/applications/find';
import { addPrefilled, countPrefilled, findPrefill } from '#db/applications/prefill';
import { linksEndedAt } from '#db/links';
import { rememberMails } from '#db/mails/caps';
import type { Actor } from '#domain/accounts/actors';
import { type Prefill, prefillOf } from '#domain/preparations/prefill';
import { dayMs } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { eraseRows } from '../../erasures';
import type { Author } from '../../http/author';
import { inEvenTime } from '../../http/even';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { addressHash } from '../../keyed-hash';
import { Refusal, refusals } from '../../refusal';
import { isOwn } from '../applications/ownership';

export const foreign = () =>
  refusals.forbidden('Das geht nur in dem Browser, in dem der Antrag begonnen wurde.');
const completed = () =>
  refusals.conflict('Der Antrag wurde bereits eingereicht und kann hier nicht mehr gelöscht werden.');
const tooMany = () =>
  new Refusal(429, { message: 'Bitte versuchen Sie es morgen erneut.' }, { 'retry-after': '3600' });

/** Takes the same time whether there is one or not, except in load tests, which switch off all limits. */
export async function sendLink(context: Context, applicationId: string, sending: SendingId): Promise<void> {
  const send = () =>
    perform(context, null, async ({ tx, mail }) => {
      // who asks again after the links were ended, for a corrected address or after the completion has no such link yet
      const completed = (await findApplication(tx, applicationId))?.completed;
      const about = [applicationId, completed, await linksEndedAt(tx, applicationId)];
      const sent = sendingOf<true>(context, sending, about);
      if (await sent.known(tx)) return;
      await sent.note(tx, true);
      await mail('link_requested', { applicationId });
    });
  await inEvenTime(context, send);
}

/** Deletes an open application for a browser that it belongs to. `staff`: who is signed in there. */
export async function deleteDraft(
  context: Context,
  staff: Actor | null,
  request: Request,
  id: string,
): Promise<void> {
  const { db, config } = context;
  const found = await findApplication(db.fresh, id);
  const own = found !== null && (await isOwn(context, request, found));
  await perform(context, staff, async (deed) => {
    const { tx, at } = deed;
    const application = await findApplication(tx, id);
    if (!application) throw refusals.unknownApplication();
    if (application.completed) throw completed();
    if (!own) throw foreign();
    // otherwise deleting and beginning again would send any number of mails to an address
    await rememberMails(tx, addressHash(config), [id], at);
    const { mails } = await eraseRows(deed, staff ? 'application' : 'draft', [id]);
    deed.erase(mails);
  });
}

const mostFollowUps = 20;

/** Begins another application for the person of a completed one, and returns its id. The browser becomes its author. */
export async function beginAnother(context: Context, from: string, author: Author): Promise<string> {
  return await perform(context, null, async ({ tx, at }) => {
    const lately = { since: at - dayMs, now: at };
    if (context.config.rateLimit && (await countPrefilled(tx, from, lately)) >= mostFollowUps)
      throw tooMany();
    const id = crypto.randomUUID();
    await addPrefilled(tx, {
      id,
      prefilledFrom: from,
      prefilledBy: 'application',
      authorHash: author.hash,
      source: (await findApplication(tx, from))?.source ?? null,
      now: at,
    });
    return id;
  });
}

/** What the steps of an application contain at first; null if it has no source, or that has nothing (any more). */
export async function readPrefill({ db, cipher, today }: Context, id: string): Promise<Prefill | null> {
  const found = await findPrefill(db.read, cipher, id);
  return found && prefillOf(found, today());
}
