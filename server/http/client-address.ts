/** The client's address, for rate limits only. It is never logged. */
import { isIPv6 } from 'node:net';

type Server = { requestIP(request: Request): { address: string } | null } | null;

/** Longer addresses are cut. An IPv6 address with a zone is shorter. */
const longest = 64;

/** The network of the peer, or of the last entry of `X-Forwarded-For` if a proxy is trusted. */
export function clientAddress(request: Request, server: Server, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return networkOf((forwarded || server?.requestIP(request)?.address || 'unknown').slice(0, longest));
}

/**
 * The part of an address that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, such as
 * `2001:db8:0:1::/64`. A client can choose the other bits itself (RFC 4291, 2.5.4). Other texts are returned unchanged.
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
  // the URL parser normalises every spelling; only `::` remains to be expanded
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
