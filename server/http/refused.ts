/** Which refusals leave a row in the audit log: missing rights of staff, and limits. */
import type { Context } from '../context';
import { callerOf } from './access';
import { clientAddress } from './client-address';

type Received = { request: Request; server: Parameters<typeof clientAddress>[1] };

/** Called with each refusal that becomes a response. A 403 for someone who is not signed in is no missing right. */
export function noteRefused(
  { config, noteRefusal }: Pick<Context, 'config' | 'noteRefusal'>,
  { request, server }: Received,
  status: number,
): void {
  const user = callerOf(request);
  const kind = status === 429 ? 'too_many' : status === 403 && user ? 'forbidden' : null;
  if (kind) noteRefusal({ kind, address: clientAddress(request, server, config.trustProxy), user });
}
