/** Whether a port speaks TLS from the start: then a server that is addressed in plain text says nothing. */
import { connect } from 'node:tls';
import { portSpeaksTls } from './failures';

const limitMs = 5_000;

export function createTlsProbe(smtpUrl: string): () => Promise<string | null> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  if (protocol !== 'smtp:') return async () => null;
  const host = hostname.replace(/^\[|\]$/g, '');
  return () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const socket = connect({ host, port: Number(port) || 587, rejectUnauthorized: false });
    socket.setTimeout(limitMs, () => resolve(null));
    socket.once('secureConnect', () => resolve(portSpeaksTls));
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
    return promise.finally(() => socket.destroy());
  };
}
