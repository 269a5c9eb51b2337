/** What staff read is recorded before they get it (decision 027), and what they send by hand is counted. */

import { lastInstants, withoutRow } from '#db/audit/log';
import type { Actor } from '#domain/accounts/actors';
import type { AuditAction, ReadingAction } from '#domain/audit/actions';
import { openingLimit } from '#domain/audit/alerts';
import { dayMs, minuteMs } from '#domain/time';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { rateLimit } from '../../http/limits/rate-limit';
import { alertIfMany } from '../../mails/alerts';
import { refusals } from '../../refusal';

/** A second reading of the same kind and application within this time leaves no row. */
const pauseMs = 10 * minuteMs;

export type Read = ReturnType<typeof createReadings>;

/** `part`: of the details of this application; while they are open, it is no further opening. @throws Refusal 429 */
export function createReadings(context: Context) {
  const { limit, spanMs: windowMs } = openingLimit;
  const openings = rateLimit(context, { name: 'openings', limit, windowMs });
  return async <T>(
    actor: Actor,
    action: ReadingAction,
    read: () => Promise<T>,
    idsOf: (found: T) => readonly string[],
    part?: string,
  ): Promise<T> => {
    const rowsUntil = (now: number) => ({ userId: actor.id, actions: [action], since: now - pauseMs, now });
    const rows = rowsUntil(context.now());
    const isOpen = part !== undefined && (await withoutRow(context.db.read, [part], rows)).length === 0;
    if (!isOpen) await openings.hit(actor.id);
    const found = await read();
    // most readings are repeated ones, which take no lock
    const some = await withoutRow(context.db.read, idsOf(found), rows);
    if (some.length === 0) return found;
    // a file opens each of its applications
    if (some.length > 1) await openings.hit(actor.id, some.length - 1);
    await perform(context, actor, async (deed) => {
      const unrecorded = await withoutRow(deed.tx, some, rowsUntil(deed.at));
      await deed.record(action, unrecorded);
      if (unrecorded.length > 0) await alertIfMany(deed, 'many_opened');
    });
    return found;
  };
}

type Limit = { actions: readonly AuditAction[]; most: number; message: string };

/** Of mails without another limit, by the audit log: what was deleted since counts as well. @throws Refusal 429 */
export async function admitDaily(
  { config }: Context,
  { tx, at, actor: { id: userId } }: Deed<Actor>,
  { actions, most, message }: Limit,
): Promise<void> {
  if (!config.rateLimit) return;
  const sent = await lastInstants(tx, { userId, actions, since: at - dayMs, now: at }, most);
  const [first] = sent.slice(most - 1);
  if (first !== undefined) throw refusals.tooMany((first + dayMs - at) / 1000, message);
}
