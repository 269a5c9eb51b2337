/** Sends the documents to an applicant before the declaration (§ 7 VVG, § 15 VersVermV). */

import { addDelivery, type DocumentDelivery, findDelivery } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import { sha256Of } from '#db/hash';
import { type DocumentOffer, type DocumentSet, type OfferedDocuments, offerOf } from '#domain/document-kinds';
import { maskEmail } from '#domain/people';
import { addressKey } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { refusals } from '../../refusal';

type Sent = { email: string; delivery: DocumentDelivery };

/**
 * Queues a mail with the documents in force, once for each address, selection and set of documents, and returns the
 * documents with that mail. There is no mail without contact data or tariff, after completion, and when the address has
 * got as many as one address may get.
 *
 * @throws Refusal when nothing was saved under the id
 */
export async function offerDocuments(context: Context, id: string): Promise<OfferedDocuments> {
  const { documents } = context;
  const [current, set] = await Promise.all([documents.current(), documents.currentSet()]);
  const sent = await perform(context, null, (deed) => offer(deed, id, set));
  return { documents: current, delivery: sent && deliveryView(sent) };
}

async function offer(
  { tx, mail }: Deed,
  applicationId: string,
  documents: DocumentSet,
): Promise<Sent | null> {
  const loaded = await loadApplication(tx, null, applicationId);
  if (!loaded) throw refusals.unknownApplication();
  const email = loaded.sets['contact-data']?.email;
  const content = offerOf(loaded.sets);
  if (loaded.application.completed || !email || !content) return null;

  const contents = { ...content, documents };
  const fingerprint = fingerprintOf(email, contents);
  const known = await findDelivery(tx, applicationId, fingerprint);
  if (known) return { email, delivery: known };
  const [queued] = await mail('documents_offered', { applicationId });
  if (!queued) return null;
  const { id: mailId, createdAt: at } = queued;
  await addDelivery(tx, { applicationId, fingerprint, mailId, contents, at });
  return { email, delivery: { queuedAt: at, sentAt: null, returned: false } };
}

/** The same for the same address in any spelling, selection with its price, and set of documents. */
function fingerprintOf(email: string, { documents, tariff, ...offer }: DocumentOffer): string {
  const { deductible, frequency, periodCents } = offer;
  const parts = [addressKey(email), tariff, deductible, frequency, periodCents, Object.entries(documents)];
  return sha256Of(JSON.stringify(parts));
}

function deliveryView({ email, delivery: { queuedAt, sentAt, returned } }: Sent) {
  return {
    to: maskEmail(email),
    queuedAt: isoOf(queuedAt),
    sentAt: isoOf(sentAt),
    ...(returned && { returned }),
  };
}
