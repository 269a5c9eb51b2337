/** Files of deleted mails. */
import { type Log, traceOf } from '../log';
import type { Mailer } from './transport';

/** Deletes the files of these mails. If one cannot be deleted, that is logged and the others still are. Never rejects. */
export async function deleteMailFiles(
  { mailer, log }: { mailer: Pick<Mailer, 'deleteFile'>; log: Log },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await mailer.deleteFile(id);
    } catch (error) {
      log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
    }
  }
}
