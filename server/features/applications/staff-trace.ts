/** What a member of staff does by the calls of visitors leaves a row in the audit log, too. */
import type { Context } from '../../context';
import { perform } from '../../deed';
import { staffBehind } from '../../http/access';
import type { Read } from '../backoffice/readings';

/**
 * Records a successful call about an application: a reading as the opening of its details, anything else as a change.
 * Nothing for visitors, whose requests have no token. What cannot be recorded is not shown.
 *
 * The row of a change follows the change in a transaction of its own, so a crash between both loses it. Saving a step is a
 * bundle of statements that is merged with those of other visitors and knows no actor. To take the row along, each of
 * these calls would need a second way of saving, for staff alone, who usually change nothing here.
 */
export async function traceStaff(context: Context, read: Read, request: Request, id: string): Promise<void> {
  const staff = await staffBehind(context, request);
  if (!staff) return;
  if (request.method === 'GET' || request.method === 'HEAD') {
    await read(
      staff,
      'details_opened',
      async () => id,
      () => [id],
    );
  } else {
    await perform(context, staff, ({ record }) => record('application_changed', [id]));
  }
}
