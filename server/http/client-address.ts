/** The clients that limits count by. */
import { isIP, isIPv6 } from 'node:net';

export type Server = { requestIP(request: Request): { address: string } | null } | null;

/**
 * The client that a request counts for: the network of the peer, or of the last entry of `X-Forwarded-For` if a proxy is
 * trusted. An entry that is no address counts as the proxy's own. Never logged.
 */
export function clientAddress(request: Request, server: Server, trustProxy: boolean): string {
  return networkOf(peerOf(request, server, trustProxy));
}

/** The same, but the 56 bits that many providers give to one customer: `2001:db8:0:100::/56`. */
export function clientNetwork(request: Request, server: Server, trustProxy: boolean): string {
  return networkOf(peerOf(request, server, trustProxy), 56);
}

function peerOf(request: Request, server: Server, trustProxy: boolean): string {
  const entry = trustProxy ? (request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? '') : '';
  return addressIn(entry.trim()) ?? server?.requestIP(request)?.address ?? 'unknown';
}

/** `203.0.113.7`, `203.0.113.7:40001`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:443`; null: no address. */
function addressIn(entry: string): string | null {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? [];
  const address = bracketed ?? withPort ?? entry;
  return isIP(address) === 0 ? null : address;
}

/**
 * The part of an address that counts as one client: an IPv4 address, or the first `bits` of an IPv6 address, such as
 * `2001:db8:0:1::/64`. A client can choose the other bits itself (RFC 4291, 2.5.4). Other texts are returned unchanged.
 */
export function networkOf(address: string, bits: 56 | 64 = 64): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const [last = 0] = groups.slice(3, 4);
  const network = [...groups.slice(0, 3), bits === 56 ? last & 0xff00 : last].map((group) =>
    group.toString(16),
  );
  return `${network.join(':')}::/${bits}`;
}

/** All eight groups of an IPv6 address, however it is spelled. */
function groupsOf(address: string): number[] {
  // the URL parser normalises every spelling; only `::` remains to be expanded
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
