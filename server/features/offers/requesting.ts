import { addEvidence } from '#db/evidence';
import { isAtCap } from '#db/mails/caps';
import { findPriceOffer } from '#db/offers';
import type { OfferRequest } from '#domain/offers/offers';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { inEvenTime } from '../../http/even';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { addressHash } from '../../keyed-hash';
import { makeOffer } from './making';

/** `source` is null if not known; `network` is the `networkHash` of the client; `askedBy`: hash of its author cookie. */
type Origin = { source: string | null; network: string; askedBy: string; sending: SendingId };

/** Takes the same time whether the address gets an offer or has got as many mails as one may get. */
export async function requestOffer(
  context: Context,
  request: OfferRequest,
  { source, network, askedBy, sending }: Origin,
): Promise<void> {
  const { config, cipher, now, wordings } = context;
  const documents = await context.documents.currentSet();
  const sent = sendingOf<string>(context, sending, Object.values({ ...request, source }));
  const { email, reminderConsent } = request;
  const capped = { emailType: 'offer' as const, recipientEmail: email, now: now() };
  const send = () =>
    perform(context, null, async (deed) => {
      const { tx, at, mail } = deed;
      const known = await sent.known(tx);
      if (known !== null && (await findPriceOffer(tx, known))) return;
      if (config.rateLimit && (await isAtCap(tx, addressHash(config), capped))) return;
      const id = crypto.randomUUID();
      const origin = { id, source, askedBy, username: null, requestHash: null, documents };
      await makeOffer(context, deed, request, origin);
      if (reminderConsent) {
        const wordingSha256 = wordings.hashes.offerReminder;
        await addEvidence(tx, cipher, [{ kind: 'reminder_consent', way: 'page', at, wordingSha256, email }]);
      }
      await mail('offer_requested', { offerId: id }, { network });
      await sent.note(tx, id);
    });
  await (config.rateLimit ? inEvenTime(send) : send());
}
