/** Sending again what was given up: the worker takes it like a new mail. */
import { type Actor, recordAction } from '../../../../db/audit';
import { findMail, retryFailed } from '../../../../db/outbox';
import type { Context } from '../../../context';

export type Resending = 'queued' | 'unknown' | 'not_failed';

/** Makes a failed mail due at once; a mail that went out, or is on its way, stays as it is. */
export async function resendMail(context: Context, id: string, actor: Actor): Promise<Resending> {
  const { db, now } = context;
  const resending = await db.write(async (tx): Promise<Resending> => {
    if (!(await retryFailed(tx, id, now()))) return (await findMail(tx, id)) ? 'not_failed' : 'unknown';
    await recordAction(tx, actor, 'mail_resent', [id], now());
    return 'queued';
  });
  if (resending === 'queued') context.wakeMail();
  return resending;
}
