/** How many mails outside of all other limits one account causes in a day. */
import { lastInstants } from '#db/audit/log';
import type { Actor } from '#domain/accounts/actors';
import type { AuditAction } from '#domain/audit/actions';
import { dayMs } from '#domain/time';
import type { Context } from '../../context';
import type { Deed } from '../../deed';
import { refusals } from '../../refusal';

type Limit = { actions: readonly AuditAction[]; most: number; message: string };

/** By the audit log, so that what was deleted since counts as well. @throws Refusal 429 */
export async function admitDaily(
  { config }: Context,
  { tx, at }: Deed,
  { id: userId }: Actor,
  { actions, most, message }: Limit,
): Promise<void> {
  if (!config.rateLimit) return;
  const sent = await lastInstants(tx, { userId, actions, since: at - dayMs, now: at }, most);
  const [first] = sent.slice(most - 1);
  if (first !== undefined) throw refusals.tooMany((first + dayMs - at) / 1000, message);
}
