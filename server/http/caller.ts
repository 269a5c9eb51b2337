/** The member of staff who sent a request, for what reports on the request later. */
import type { Actor } from '#db/staff/audit';

const callers = new WeakMap<Request, Actor>();

export function rememberCaller(request: Request, { id, username }: Actor): void {
  callers.set(request, { id, username });
}

/** Null unless a route of staff has admitted the caller as one of them. */
export function callerOf(request: Request): Actor | null {
  return callers.get(request) ?? null;
}
