import { deleteOffers } from '#db/erasing/offers';
import { findPriceOffer } from '#db/offers';
import type { Actor } from '#domain/accounts/actors';
import { offerRefusals } from '#domain/offers/offers';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';

export async function deleteOffer(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async ({ tx, record, erase }) => {
    if (!(await findPriceOffer(tx, id))) throw refusals.notFound(offerRefusals.unknown);
    const { offers, mails } = await deleteOffers(tx, [id]);
    await record('offer_deleted', offers);
    erase(mails);
  });
}
