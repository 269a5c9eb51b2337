/** What comes back about our mails: failure reports and answers. A mail of ours is found by its `Message-ID` alone. */
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import type { Context } from '../context';
import { traceOf } from '../log';
import { messageIdHostOf } from '../mail/common';
import { takeBounce } from './bounce';
import { readArrived } from './read';
import { takeReply } from './reply';
import { readReport } from './report';

/**
 * Does what follows from a message, whatever its bytes are; nothing, if it is not about a mail of ours or came before.
 *
 * @returns false: it is no message at all
 * @throws while the database is unavailable: then the message is to be given again. Nothing else, or one message that we
 * fail on would come again without end.
 */
export async function receiveMail(context: Context, bytes: Uint8Array): Promise<boolean> {
  try {
    return await receive(context, bytes);
  } catch (error) {
    if (error instanceof DatabaseUnavailable || isWithoutRoom(error)) throw error;
    context.log('error', 'message_failed', traceOf(error));
    return true;
  }
}

function isWithoutRoom(error: unknown): boolean {
  return error instanceof QueryFailed && /^SQLITE_(FULL|IOERR)/.test(error.code);
}

async function receive(context: Context, bytes: Uint8Array): Promise<boolean> {
  const host = messageIdHostOf(context.operator);
  const arrived = await readArrived(bytes, host);
  if (!arrived) return false;
  const { name, reports } = arrived;
  const report = reports ? await readReport(bytes, host, reports) : null;
  if (report) await takeBounce(context, name, report);
  else await takeReply(context, arrived, bytes);
  return true;
}
