import { nextTurn } from '#db/turn';
import type { Context } from '../context';
import { createQueue } from '../http/queue';
import { receiveMail } from './receive';

/** `receiveMail`, one at a time: parsing never pauses, so that many at once would hold up everybody else. */
export function receivingInTurn(context: Context): (bytes: Uint8Array) => Promise<boolean> {
  const inTurn = createQueue(1);
  return (bytes) => inTurn(() => nextTurn().then(() => receiveMail(context, bytes)));
}
