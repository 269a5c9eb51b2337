/** Why a public form was not taken: each reason names another way. */
import { DatabaseUnavailable } from '#db/client';
import type { FormNotices } from '#domain/form-notices';
import type { Context } from '../../context';
import { traceOf } from '../../log';
import { Refusal, tooManyMessage } from '../../refusal';
import { isAbort, requestIdOf } from '../requests';

/** An unexpected error is logged as `event` and answered like an unavailable database. */
export function formRefusals(
  { operator, log }: Pick<Context, 'operator' | 'log'>,
  notices: FormNotices,
  event: string,
) {
  const byStatus: Record<number, FormNotices[keyof FormNotices]> = {
    413: notices.tooLarge,
    429: notices.tooMany,
  };
  return (error: unknown, request: Request): Refusal => {
    if (error instanceof Refusal) {
      // a limit with a sentence of its own
      if (error.status === 429 && error.body.message !== tooManyMessage) return error;
      const notice = byStatus[error.status]?.(operator);
      return notice ? new Refusal(error.status, { message: notice }, error.headers) : error;
    }
    // who gave up while sending fills no log
    if (!(error instanceof DatabaseUnavailable || isAbort(error)))
      log('error', event, { requestId: requestIdOf(request), ...traceOf(error) });
    return new Refusal(503, { message: notices.unavailable(operator) }, { 'retry-after': '5' });
  };
}
