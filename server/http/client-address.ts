import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config';
import { networkHash } from '../keyed-hash';

export type Server = { requestIP(request: Request): { address: string } | null } | null;
type Settings = Pick<Config, 'proxies'>;

/** The client that a request counts for, behind as many proxies as are trusted. Never logged. */
export function clientAddress(request: Request, server: Server, settings: Settings): string {
  return networkOf(peerOf(request, server, settings));
}

/** By what the mails that a request causes are counted. */
export function callerNetwork(config: Config, request: Request, server: Server): string {
  return networkHash(config)(clientAddress(request, server, config));
}

/** Whether the address is one of a private network or of a machine itself, as no visitor of a public site has. */
export function comesFromInside(request: Request, server: Server, settings: Settings): boolean {
  const [address = ''] = peerOf(request, server, settings).split('%');
  return isIP(address) !== 0 && insideRanges.has(ipaddr.process(address).range());
}

const insideRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'loopback', 'linkLocal']);

/**
 * Each proxy appends who asked it, so the client is the n-th entry from the right, or the leftmost of fewer ones. What is
 * no address counts as the proxy that wrote it, which is the next entry, or else the peer.
 */
function peerOf(request: Request, server: Server, { proxies: { count, header } }: Settings): string {
  const named = header ? (request.headers.get(header) ?? '') : '';
  const entries = (request.headers.get('x-forwarded-for') ?? '').split(',').slice(-count);
  const found = count > 0 ? [named, ...entries].map(addressIn).find((one) => one !== null) : null;
  return found ?? addressOf(request, server);
}

const addresses = new WeakMap<Request, string>();

/** Asked once for each request, because Bun takes long to answer. */
function addressOf(request: Request, server: Server): string {
  const known = addresses.get(request) ?? server?.requestIP(request)?.address ?? 'unknown';
  addresses.set(request, known);
  return known;
}

/**
 * `203.0.113.7`, `203.0.113.7:40001`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:443`, also as in `Forwarded`:
 * `for="[2001:db8::1]:443";proto=https` (RFC 7239). Null: no address.
 */
function addressIn(entry: string): string | null {
  const [node = ''] = entry.trim().replace(/^for=/i, '').split(';', 1);
  const plain = node.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(plain) ?? [];
  const address = bracketed ?? withPort ?? plain;
  return isIP(address) === 0 ? null : address;
}

/**
 * The part of an address that counts as one client: an IPv4 address, or the 56 bits of an IPv6 address that many
 * providers give to one customer, `2001:db8:0:100::/56`. Other texts are returned unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : address;
  const known = ipaddr.process(plain);
  if (!(known instanceof ipaddr.IPv6) || known.match(localTranslators)) return known.toString();
  return (
    ipv4In[known.range()]?.(known.toByteArray()).join('.') ??
    `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/56`)}/56`
  );
}

/** Where in these the IPv4 address of a client stands, only the operator of the translator knows (RFC 8215). */
const localTranslators = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

/** Of a client whose IPv6 address was made of its only one; otherwise its network would be that of strangers too. */
const ipv4In: Partial<Record<string, (bytes: number[]) => number[]>> = {
  rfc6052: (bytes) => bytes.slice(12),
  '6to4': (bytes) => bytes.slice(2, 6),
  teredo: (bytes) => bytes.slice(12).map((byte) => 255 - byte),
};
