/** What follows the commit of a deletion: the files of its mails, and what the write-ahead log still contains. */
import type { Context } from './context';
import { traceOf } from './log';

/** Deletes the files of these mails. If one cannot be deleted, that is logged and the others still are. Never rejects. */
export async function deleteMailFiles(
  { mailer, log }: Pick<Context, 'log'> & { mailer: Pick<Context['mailer'], 'deleteFile'> },
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

/** Empties the write-ahead log. Never rejects: the next deletion or the end of the process tries again. */
export async function emptyLog({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  try {
    await db.checkpoint();
  } catch (error) {
    log('error', 'checkpoint_failed', traceOf(error));
  }
}
