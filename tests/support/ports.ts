/** Ports of servers that must know theirs before they start, or that start again on the same one. */

/** Below 32768, where the kernel begins to take ports for `port: 0` and for outgoing connections. */
const first = 20_000;
const count = 12_000;
/** Processes of the tests that run side by side begin far apart. */
let next = process.pid * 613;

/** A port of 127.0.0.1 that is free, and that no other process of the tests gets while this one runs. */
export function freePort(): number {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + (next++ % count);
    // never closed, on an address that nobody else uses: between the test and the start of the server, another process
    // would find the port free as well
    const claim = listen('127.0.0.2', port);
    const server = claim === 'taken' ? claim : listen('127.0.0.1', port);
    if (server !== 'taken') {
      server?.stop(true);
      return port;
    }
    if (claim !== 'taken') claim?.stop(true);
  }
  throw new Error('No port is free.');
}

/** `taken`: somebody else listens there. Null: this machine has no such address, as on macOS. */
function listen(hostname: string, port: number) {
  try {
    const listener = Bun.listen({ hostname, port, socket: { data() {} } });
    listener.unref();
    return listener;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return 'taken';
    if (code === 'EADDRNOTAVAIL') return null;
    throw error;
  }
}
