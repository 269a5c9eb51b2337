import type { CallbackRecord } from '#db/callbacks';
import type { CallbackRow } from '#domain/callbacks/calls';
import { preparationState } from '#domain/preparations/preparations';
import { dayMs, isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { callbackView } from '../../callbacks/view';

export function callbackRow(
  { config, now }: Pick<Context, 'config' | 'now'>,
  record: CallbackRecord,
): CallbackRow {
  const { request, attempts, lastOutcome, lastCallAt, undeliverable, prepared } = record;
  const { processedAt, createdAt, noCallsAt } = request;
  const nextCallAt = noCallsAt === null ? record.nextCallAt : null;
  const lastActivity = Math.max(createdAt, processedAt ?? 0, lastCallAt ?? 0);
  const { callbackDays } = config.retention;
  return {
    ...callbackView(record),
    attempts,
    lastOutcome,
    lastCallAt: isoOf(lastCallAt),
    nextCallAt: isoOf(nextCallAt),
    undeliverable: undeliverable === 1,
    preparation: prepared && preparationState(prepared, now()),
    overdue: processedAt === null && nextCallAt !== null && nextCallAt < now(),
    keepUntil: callbackDays === 0 ? null : isoOf(lastActivity + callbackDays * dayMs),
  };
}
