/** Which refusals leave a row in the audit log: missing rights, and limits. */
import { api, pages } from '#domain/urls';
import type { Context } from '../context';
import { clientAddress } from './client-address';
import { callerOf, pathOf } from './requests';

/** `route`: its pattern, once it is known. */
type Received = { request: Request; route?: string; server: Parameters<typeof clientAddress>[1] };

export function noteRefused(
  { config, noteRefusal }: Pick<Context, 'config' | 'noteRefusal'>,
  { request, route, server }: Received,
  status: number,
): void {
  const kind = status === 429 ? 'too_many' : status === 403 ? 'forbidden' : null;
  if (!kind) return;
  const address = clientAddress(request, server, config.trustProxy);
  const call = `${request.method} ${route || patternOf(pathOf(request))}`;
  noteRefusal({ kind, address, call, user: callerOf(request) });
}

/** A path may be a token or contain an id, so that the log gets the pattern only; `-` if there is none. */
function patternOf(path: string): string {
  return patterns.find(({ fits }) => fits.test(path))?.pattern ?? '-';
}

/** For calls that are refused before their route is known. */
const patterns = [...Object.values(api), api.set(':set'), ...Object.values(pages)]
  .filter((path) => typeof path === 'string')
  .map((pattern) => ({ pattern, fits: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`) }))
  // `/cases/next` before `/cases/:id`
  .sort((a, b) => a.pattern.split(':').length - b.pattern.split(':').length);
