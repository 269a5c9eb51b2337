/** Sends the documents to an applicant before the declaration (§ 7 VVG, § 15 VersVermV). */
import { createHash } from 'node:crypto';
import { addDelivery, type DocumentDelivery, findDelivery } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import type { Transaction } from '#db/client';
import { type DocumentOffer, type DocumentSet, type OfferedDocuments, offerOf } from '#domain/document-kinds';
import { maskEmail } from '#domain/people';
import { addressKey } from '#domain/text/addresses';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';

type Sent = { email: string; delivery: DocumentDelivery };
type Offered = { kind: 'unknown' } | { kind: 'no mail' } | ({ kind: 'mail'; queued: boolean } & Sent);

/**
 * Queues a mail with the documents in force, once for each address, selection and set of documents, and returns the
 * documents with that mail. Null when nothing was saved under the id. There is no mail without contact data or tariff,
 * after completion, and when the address has got as many as one address may get.
 */
export async function offerDocuments(context: Context, id: string): Promise<OfferedDocuments | null> {
  const { db, documents, wakeMail } = context;
  const [current, set] = await Promise.all([documents.current(), documents.currentSet()]);
  const offered = await db.write((tx) => offer(context, tx, id, set));
  if (offered.kind === 'unknown') return null;
  if (offered.kind === 'no mail') return { documents: current, delivery: null };
  if (offered.queued) wakeMail();
  return { documents: current, delivery: deliveryView(offered) };
}

async function offer(
  context: Context,
  tx: Transaction,
  applicationId: string,
  documents: DocumentSet,
): Promise<Offered> {
  const loaded = await loadApplication(tx, null, applicationId);
  if (!loaded) return { kind: 'unknown' };
  const email = loaded.sets['contact-data']?.email;
  const content = offerOf(loaded.sets);
  if (loaded.application.completed || !email || !content) return { kind: 'no mail' };

  const contents = { ...content, documents };
  const fingerprint = fingerprintOf(email, contents);
  const known = await findDelivery(tx, applicationId, fingerprint);
  if (known) return { kind: 'mail', email, delivery: known, queued: false };
  const [mail] = await queueMails(context, tx, 'documents_offered', { applicationId });
  if (!mail) return { kind: 'no mail' };
  await addDelivery(tx, { applicationId, fingerprint, mailId: mail.id, contents, at: mail.createdAt });
  return { kind: 'mail', email, delivery: { queuedAt: mail.createdAt, sentAt: null }, queued: true };
}

/** The same for the same address in any spelling, selection with its price, and set of documents. */
function fingerprintOf(email: string, { documents, tariff, ...offer }: DocumentOffer): string {
  const { deductible, frequency, periodCents } = offer;
  const parts = [addressKey(email), tariff, deductible, frequency, periodCents, Object.entries(documents)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function deliveryView({ email, delivery: { queuedAt, sentAt } }: Sent) {
  return {
    to: maskEmail(email),
    queuedAt: new Date(queuedAt).toISOString(),
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
  };
}
