import type { OutboxMail } from '#db/mails/outbox';
import { wordQueuedMail } from '#server/mails/kinds';
import type { MailContent } from '#server/mails/transport';

/** A queued mail as it is sent; null when there is no reason for it any more. */
export async function renderQueuedMail(
  context: Parameters<typeof wordQueuedMail>[0],
  mail: OutboxMail,
): Promise<MailContent | null> {
  return (await (await wordQueuedMail(context, mail))?.write()) ?? null;
}
