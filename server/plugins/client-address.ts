/** Whose request it is, for rate limits only; never logged. */

type Server = { requestIP(request: Request): { address: string } | null } | null;

/** The peer's address, or behind a trusted proxy the last `X-Forwarded-For` entry (contract 1, `TRUST_PROXY`). */
export function clientAddress(request: Request, server: Server, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return forwarded || server?.requestIP(request)?.address || 'unknown';
}
