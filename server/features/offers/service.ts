/** What somebody does with the link to an offer. `count` counts it, and a link that opens nothing counts nowhere. */
import { addPrefilled } from '#db/applications/prefill';
import { rememberMails } from '#db/mails/caps';
import { findBegun, setBegun } from '#db/offers';
import { thePersonConcerned } from '#domain/accounts/actors';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { eraseRows } from '../../erasures';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { addressHash } from '../../keyed-hash';
import { openOffer } from './opening';

type Count = () => Promise<void>;

type Beginning = {
  count: Count;
  /** Throws for whoever may not go on with what was begun before. */
  admit: (begun: string) => Promise<void>;
  /** Hash of the browser's author cookie; only who asked for the offer becomes the author. */
  by: string | null;
};

/** Begins an application, or finds the one that was begun before and is open; returns its id. @throws Refusal */
export async function beginFromOffer(
  context: Context,
  token: string,
  { count, admit, by }: Beginning,
): Promise<string> {
  const { db } = context;
  await openOffer(context, token, db.fresh);
  await count();
  return await perform(context, null, async ({ tx, at }) => {
    const offer = await openOffer(context, token, tx);
    const begun = await findBegun(tx, offer);
    if (begun) {
      await admit(begun);
      return begun;
    }
    const id = crypto.randomUUID();
    const from = { prefilledFrom: offer.id, prefilledBy: 'offer', source: offer.source } as const;
    await addPrefilled(tx, { id, ...from, authorHash: offer.askedBy === by ? by : null, now: at });
    await setBegun(tx, offer.id, id);
    return id;
  });
}

/** The same form sent again finds it done. @throws Refusal */
export async function deleteByLink(
  context: Context,
  token: string,
  sending: SendingId,
  count: Count,
): Promise<void> {
  const { db, config } = context;
  const reader = db.fresh;
  const sent = sendingOf<true>(context, sending, [token]);
  if (await sent.known(reader)) return;
  await openOffer(context, token, reader);
  await count();
  await perform(context, null, async (deed) => {
    const { tx, at } = deed;
    if (await sent.known(tx)) return;
    const { id } = await openOffer(context, token, tx);
    // otherwise deleting and asking again would send any number of mails
    await rememberMails(tx, addressHash(config), [id], at, 'offerId');
    const { mails } = await eraseRows(deed, 'offer', [id], thePersonConcerned);
    await sent.note(tx, true);
    deed.erase(mails);
  });
}
