/** Writes whatever waits in the outbox, each mail by the feature that queued it. */
import type { OutboxMail } from '#db/mails/outbox';
import type { Context } from '../context';
import { renderApplicationMail } from '../features/applications/mails';
import { renderCallbackMail } from '../features/callbacks/mails';
import type { MailContent } from './transport';

/** Writes a queued mail from what is stored now; null when what it is about is gone. */
export function renderQueuedMail(
  context: Pick<Context, 'db' | 'cipher' | 'publicUrl'>,
  mail: OutboxMail,
): Promise<MailContent | null> {
  return mail.callbackRequestId ? renderCallbackMail(context, mail) : renderApplicationMail(context, mail);
}
