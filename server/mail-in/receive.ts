/** What comes back about our mails: failure reports and answers. A mail of ours is found by its `Message-ID` alone. */
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { isAnyMail } from '#db/mails/bounces';
import type { Context } from '../context';
import { traceOf } from '../log';
import { senderDomainOf } from '../operator/sender';
import { takeBounce } from './bounce';
import { readHead } from './head';
import { oursOf } from './quotes';
import { type ReadMessage, readInWorker } from './read';
import { takeReply } from './reply';

/**
 * Does what follows from a message, whatever its bytes are; nothing, if it is not about a mail of ours or came before.
 *
 * @returns false: it is no message at all
 * @throws while the database is unavailable: then the message is to be given again. Nothing else, or one message that we
 * fail on would come again without end.
 */
export async function receiveMail(
  context: Context,
  bytes: Uint8Array,
  read = readInWorker,
): Promise<boolean> {
  try {
    return await receive(context, bytes, read);
  } catch (error) {
    if (error instanceof DatabaseUnavailable || isWithoutRoom(error)) throw error;
    context.log('error', 'message_failed', traceOf(error));
    return true;
  }
}

function isWithoutRoom(error: unknown): boolean {
  return error instanceof QueryFailed && /^SQLITE_(FULL|IOERR)/.test(error.code);
}

async function receive(context: Context, bytes: Uint8Array, read: ReadMessage): Promise<boolean> {
  const { db, operator, log } = context;
  const host = senderDomainOf(operator);
  const head = readHead(bytes, host);
  if (!head) return false;
  const { answers, mayReport } = head;
  const isOurs = await isAnyMail(db, answers);
  if (!isOurs && !mayReport) return true;
  const ours = isOurs ? oursOf(operator) : null;
  const message = await read({ bytes: head.bytes, host, answers, ours });
  if (message.isLost) log('warn', 'message_too_costly', { bytes: bytes.length });
  const { name, content } = message;
  if (content.kind === 'report') await takeBounce(context, name, content);
  else if (isOurs) await takeReply(context, answers, message);
  return true;
}
