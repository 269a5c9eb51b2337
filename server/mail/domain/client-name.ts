/** The name by which the product introduces itself to a mail server (EHLO). */
import { isIP } from 'node:net';

/**
 * The host of `PUBLIC_URL`, in ASCII, or its address as a literal (RFC 5321, section 4.1.3). Undefined for a name that
 * means something on this machine or in its network only.
 */
export function clientNameOf(publicUrl: string): string | undefined {
  const host = new URL(publicUrl).hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return `[IPv6:${host.slice(1, -1)}]`;
  if (isIP(host)) return `[${host}]`;
  return host.includes('.') && !host.endsWith('.localhost') ? host : undefined;
}
