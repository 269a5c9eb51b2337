/** What was left of deleted mails outside the database. */
import { type Log, traceOf } from '../log';
import type { Mailer } from './transport';

/** Removes the files of these mails. One that cannot be removed is logged and stops no other; never rejects. */
export async function discardMails(
  { mailer, log }: { mailer: Pick<Mailer, 'discard'>; log: Log },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await mailer.discard(id);
    } catch (error) {
      log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
    }
  }
}
