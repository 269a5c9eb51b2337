/**
 * Sends the same request many times over many connections, in a process of its own, so that it does not slow down who
 * measures. Each response is followed by the next request; with `leaves`, each connection is reset before its response.
 * `{client}` in the request is another number each time. Prints how many of each status came.
 */
import { connect } from 'node:net';

export type Flood = { url: string; request: string; requests: number; connections: number; leaves: boolean };

if (import.meta.main) {
  const { url, request, requests, connections, leaves }: Flood = JSON.parse(Bun.argv[2] ?? '');
  const { hostname, port } = new URL(url);
  const statuses: Record<string, number> = {};
  let sent = 0;

  const next = () => {
    sent += 1;
    return request.replaceAll('{client}', String(sent));
  };
  const visit = () =>
    new Promise<void>((gone) => {
      const socket = connect(Number(port), hostname, () => {
        if (leaves) socket.write(next(), () => setTimeout(() => socket.resetAndDestroy(), 5));
        else socket.write(next());
      });
      socket.on('data', (data) => {
        const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1')) ?? [];
        // the rest of a long response
        if (!status) return;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (sent < requests) socket.write(next());
        else socket.destroy();
      });
      socket.on('error', () => undefined).on('close', () => gone());
    });
  const visits = async () => {
    while (sent < requests) await visit();
  };
  await Promise.all(Array.from({ length: connections }, visits));
  console.log(JSON.stringify(statuses));
}
