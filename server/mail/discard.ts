/** What was left of deleted mails outside the database. */
import type { Context } from '../context';
import { traceOf } from '../log';

/** Removes the files of these mails. One that cannot be removed is logged and stops no other; never rejects. */
export async function discardMails({ mailer, log }: Pick<Context, 'mailer' | 'log'>, ids: readonly string[]) {
  for (const id of ids) {
    try {
      await mailer.discard(id);
    } catch (error) {
      log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
    }
  }
}
