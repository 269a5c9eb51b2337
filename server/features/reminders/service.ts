import { stopAddress, stopApplication } from '#db/mails/stops';
import { findPriceOffer } from '#db/offers';
import { isUuid } from '#domain/ids';
import type { Context } from '../../context';
import { perform } from '../../deed';

/** What the reminder with the link was about. `draft`: mails of 0.1.0 and 0.2.0 have its id in the link. */
export type StopKind = 'draft' | 'application' | 'offer';

/** The links of old mails do not tell whether there is an application. Null: the link stops nothing. */
export async function kindOfStop({ db, links }: Context, token: string): Promise<StopKind | null> {
  if (isUuid(token)) return 'draft';
  const link = await links.find('stop', token);
  if (!link) return null;
  return (await findPriceOffer(db.shared ?? db.read, link.about)) ? 'offer' : 'application';
}

/** @returns as above */
export async function stopReminders(context: Context, token: string): Promise<StopKind | null> {
  const { cipher, links } = context;
  const kind = await kindOfStop(context, token);
  if (kind === 'draft') {
    await perform(context, null, ({ tx, at }) => stopApplication(tx, cipher, token.toLowerCase(), at));
    return kind;
  }
  const link = kind && (await links.find('stop', token));
  if (!link) return null;
  const stop = { personKey: link.subject, about: link.about };
  await perform(context, null, ({ tx, at }) => stopAddress(tx, cipher, stop, at));
  return kind;
}
