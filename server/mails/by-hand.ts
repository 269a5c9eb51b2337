import type { Reader } from '#db/client';
import { insideMailboxes, type Recipient } from '#db/mails/recipients';
import { trialTitle } from '#domain/site-state';
import { addressKey } from '#domain/text/addresses';
import { refusals } from '../refusal';
import type { Site } from '../site';

/** In a trial, mails by hand reach nobody outside. @throws Refusal 409 */
export async function assertSendable(
  { site }: { site: Site },
  reader: Reader,
  to: Pick<Recipient, 'address'> | null,
): Promise<void> {
  const trialTo = site.trialTo();
  if (trialTo === null || !to) return;
  const inside = await insideMailboxes(reader, trialTo);
  if (!inside.has(addressKey(to.address))) throw refusals.conflict(trialTitle);
}
