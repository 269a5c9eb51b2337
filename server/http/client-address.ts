/** Whose request it is, for rate limits only; never logged. */
import { isIPv6 } from 'node:net';

type Server = { requestIP(request: Request): { address: string } | null } | null;

/** Of whatever stands for an address so much is kept: an IPv6 address and a zone fit in. */
const longest = 64;

/**
 * The peer's address, or behind a trusted proxy the last `X-Forwarded-For` entry (contract 1, `TRUST_PROXY`), as
 * `networkOf` tells one client from another.
 */
export function clientAddress(request: Request, server: Server, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return networkOf((forwarded || server?.requestIP(request)?.address || 'unknown').slice(0, longest));
}

/**
 * What counts as one client: an IPv4 address, and of an IPv6 address its first 64 bits, such as `2001:db8:0:1::/64`. The
 * rest a client chooses by itself, 2^64 of them (RFC 4291, 2.5.4). Anything else stays as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** All eight groups of an IPv6 address, however it is spelled. */
function groupsOf(address: string): number[] {
  // the parser of URLs knows each spelling, and leaves only `::`
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
