import { isStopped, stopAddress, stopApplication } from '#db/mails/stops';
import { findPriceOffer } from '#db/offers';
import { isUuid } from '#domain/ids';
import type { Context } from '../../context';
import { perform } from '../../deed';

/** What the reminder with the link was about. `draft`: mails of 0.1.0 and 0.2.0 have its id in the link. */
export type Stop = { about: 'draft' | 'application' | 'offer'; stopped: boolean };

/** The links of old mails do not tell whether there is an application. Null: the link stops nothing. */
export async function findStop({ db, links }: Context, token: string): Promise<Stop | null> {
  if (isUuid(token)) return { about: 'draft', stopped: false };
  const link = await links.find('stop', token);
  if (!link) return null;
  // not a replica, which may not have what was stored just now
  const reader = db.shared ?? db.read;
  const about = (await findPriceOffer(reader, link.about)) ? 'offer' : 'application';
  return { about, stopped: await isStopped(reader, link.subject) };
}

/** @returns as above */
export async function stopReminders(context: Context, token: string): Promise<Stop | null> {
  const { cipher, links } = context;
  const stop = await findStop(context, token);
  if (stop?.about === 'draft') {
    await perform(context, null, ({ tx, at }) => stopApplication(tx, cipher, token.toLowerCase(), at));
    return { ...stop, stopped: true };
  }
  const link = stop && (await links.find('stop', token));
  if (!link) return null;
  const { subject: personKey, about } = link;
  await perform(context, null, ({ tx, at }) => stopAddress(tx, cipher, { personKey, about }, at));
  return { ...stop, stopped: true };
}
