import { isStopped, stopAddress } from '#db/mails/stops';
import { findPriceOffer } from '#db/offers';
import type { Context } from '../../context';
import { perform } from '../../deed';

/** What the reminder with the link was about. */
export type Stop = { about: 'application' | 'offer'; stopped: boolean };

/** Null: the link stops nothing. */
export async function findStop({ db, links }: Context, token: string): Promise<Stop | null> {
  const link = await links.find('stop', token);
  if (!link) return null;
  const reader = db.fresh;
  const about = (await findPriceOffer(reader, link.about)) ? 'offer' : 'application';
  return { about, stopped: await isStopped(reader, link.subject) };
}

/** @returns as above */
export async function stopReminders(context: Context, token: string): Promise<Stop | null> {
  const { cipher, links } = context;
  const [stop, link] = [await findStop(context, token), await links.find('stop', token)];
  if (!stop || !link) return null;
  const { subject: personKey, about } = link;
  await perform(context, null, ({ tx, at }) => stopAddress(tx, cipher, { personKey, about }, at));
  return { ...stop, stopped: true };
}
