/** Where production may do without TLS: on the machine itself, and to a database in the private network. */
import { BlockList, isIP } from 'node:net';
import { OperatorError } from './failure';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** RFC 1918, RFC 4193, and RFC 6598, which carriers and private networks of clouds use. */
const internal = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  internal.addSubnet(net, prefix, 'ipv4');
internal.addSubnet('fc00::', 7, 'ipv6');

/** Top-level names that no public name server answers, among them those of clusters (RFC 6762, RFC 8375). */
const internalNames = /\.(?:internal|local|lan|home\.arpa)$/;

/** Passwords, entries and the database's token must not cross a public network unencrypted. @throws OperatorError */
export function assertEncrypted(
  publicUrl: string | null,
  databases: Record<'DATABASE_URL' | 'DATABASE_SYNC_URL', string | undefined>,
): void {
  if (publicUrl && isPlain(publicUrl) && !isLoopback(hostOf(publicUrl))) {
    throw new OperatorError(
      'PUBLIC_URL must be an https:// URL in production, unless its host is this machine (http://localhost)',
    );
  }
  for (const [name, url] of Object.entries(databases)) {
    if (!url || !isPlain(url) || isInternal(hostOf(url))) continue;
    throw new OperatorError(
      `${name} must be an https:// or libsql:// URL in production, unless its host is in the private network`,
    );
  }
}

/** `tls=0` turns off what `libsql:` stands for. */
function isPlain(url: string): boolean {
  return /^http:/i.test(url) || (/^libsql:/i.test(url) && new URL(url).searchParams.get('tls') === '0');
}

/** In lower case, as the URL parser normalises it only for `http:`; an IPv6 address without its brackets. */
function hostOf(url: string): string {
  return new URL(url.replace(/^(?:libsql|smtps?|imaps?):/i, 'http:')).hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** Whether what the URL names is this machine, so that nobody can intercept it. */
export function isOnThisMachine(url: string): boolean {
  return isLoopback(hostOf(url));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isIn(loopback, host);
}

/** A name without a dot is one of the local network, such as a service of compose.yaml. */
function isInternal(host: string): boolean {
  if (isIP(host)) return isIn(loopback, host) || isIn(internal, host);
  return isLoopback(host) || !host.includes('.') || internalNames.test(host);
}

function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
