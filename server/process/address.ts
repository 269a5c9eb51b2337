import { isIPv6 } from 'node:net';

export function addressOf(host: string, port: number): string {
  // all addresses of this machine
  if (host === '0.0.0.0' || /^[0:]+$/.test(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
