/** Why a withdrawal was not taken: every answer names another way, because a lost declaration is worse than spam. */
import { DatabaseUnavailable } from '#db/client';
import { withdrawalNotices } from '#domain/law/withdrawals';
import type { Context } from '../../context';
import { Refusal } from '../../http/refusal';
import { requestIdOf } from '../../http/requests';
import { traceOf } from '../../log';

/** The refusal for any error. An unexpected error is logged and answered like an unavailable database. */
export function refusalOf(
  error: unknown,
  request: Request,
  { operator, log }: Pick<Context, 'operator' | 'log'>,
): Refusal {
  if (error instanceof Refusal) {
    const notice = notices[error.status]?.(operator);
    return notice ? new Refusal(error.status, { message: notice }, error.headers) : error;
  }
  if (!(error instanceof DatabaseUnavailable))
    log('error', 'withdrawal_not_stored', { requestId: requestIdOf(request), ...traceOf(error) });
  return new Refusal(503, { message: withdrawalNotices.unavailable(operator) }, { 'retry-after': '5' });
}

const notices: Record<number, (operator: Context['operator']) => string> = {
  413: withdrawalNotices.tooLarge,
  429: withdrawalNotices.tooMany,
};
