/** What comes back about our mails: failure reports and answers. A mail of ours is found by its `Message-ID` alone. */
import type { Context } from '../context';
import { messageIdHostOf } from '../mail/common';
import { takeBounce } from './bounce';
import { readArrived } from './read';
import { takeReply } from './reply';
import { readReport } from './report';

/**
 * Does what follows from a message, whatever its bytes are; nothing, if it is not about a mail of ours or came before.
 *
 * @returns false: it is no message at all
 * @throws while the database is unavailable: then the message is to be given again
 */
export async function receiveMail(context: Context, bytes: Uint8Array): Promise<boolean> {
  const host = messageIdHostOf(context.operator);
  const arrived = await readArrived(bytes, host);
  if (!arrived) return false;
  const { name, answers, mayBeReport } = arrived;
  const report = mayBeReport ? await readReport(bytes, host, answers) : null;
  if (report) await takeBounce(context, name, report);
  else await takeReply(context, arrived, bytes);
  return true;
}
