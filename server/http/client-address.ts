import { isIP, isIPv6 } from 'node:net';
import type { Config } from '../config';
import { networkHash } from '../keyed-hash';

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

/** By what the mails that a request causes are counted. */
export function callerNetwork(config: Config, request: Request, server: Server): string {
  return networkHash(config)(clientNetwork(request, server, config.trustProxy));
}

function peerOf(request: Request, server: Server, trustProxy: boolean): string {
  const entry = trustProxy ? (request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? '') : '';
  return addressIn(entry.trim()) ?? server?.requestIP(request)?.address ?? 'unknown';
}

/**
 * `203.0.113.7`, `203.0.113.7:40001`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:443`, also as in `Forwarded`:
 * `for="[2001:db8::1]:443";proto=https` (RFC 7239). Null: no address.
 */
function addressIn(entry: string): string | null {
  const [node = ''] = entry.replace(/^for=/i, '').split(';', 1);
  const plain = node.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(plain) ?? [];
  const address = bracketed ?? withPort ?? plain;
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
  const inside = ipv4In(groups);
  if (inside) return inside;
  // a translator of the operator has written it, where in it the IPv4 address is only they know (RFC 8215)
  if (startsWith(groups, [0x64, 0xff9b, 1])) return written(groups);
  const [last = 0] = groups.slice(3, 4);
  return `${written([...groups.slice(0, 3), bits === 56 ? last & 0xff00 : last])}::/${bits}`;
}

/** Where IPv4 addresses stand in IPv6 addresses of clients that have only these; `inverted`: each bit is the opposite. */
const embeddings: { prefix: number[]; at: number; inverted?: true }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // RFC 4291, 2.5.5.2
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // NAT64, RFC 6052
  { prefix: [0x2002], at: 1 }, // 6to4, RFC 3056
  { prefix: [0x2001, 0], at: 6, inverted: true }, // Teredo, RFC 4380
];

/** The IPv4 address of a client whose IPv6 address was made of it; otherwise its /64 would be that of strangers too. */
function ipv4In(groups: number[]): string | null {
  const found = embeddings.find(({ prefix }) => startsWith(groups, prefix));
  if (!found) return null;
  const [high = 0, low = 0] = groups
    .slice(found.at)
    .map((group) => (found.inverted ? group ^ 0xffff : group));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function written(groups: number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

function startsWith(groups: number[], prefix: number[]): boolean {
  return prefix.every((group, index) => groups[index] === group);
}

/** All eight groups of an IPv6 address, however it is spelled. Not by the URL parser, which refuses some valid ones. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [left, right] = [readGroups(head), readGroups(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function readGroups(part: string): number[] {
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return group === '' ? [] : [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
