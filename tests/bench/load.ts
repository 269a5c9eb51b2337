/**
 * Load on one address whose responses all have the same length. It only counts bytes: a client that parses
 * (autocannon: 3,000 to 5,000 responses of 13 KB per second) is slower than both servers to be compared.
 */
import type { Socket } from 'bun';

type Load = { url: string; headers: Record<string, string>; connections: number; seconds: number };
type Progress = { received: number };

/** Responses per second. @throws if a response is not 200 or differs in length. */
export async function responsesPerSecond({ url, headers, connections, seconds }: Load): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const address = { hostname, port: Number(port) };
  const length = await responseLength(address, request);

  let responses = 0;
  let ended = false;
  const failed = Promise.withResolvers<never>();
  const receive = (socket: Socket<Progress>, chunk: Buffer) => {
    socket.data.received += chunk.length;
    if (socket.data.received < length) return;
    if (socket.data.received > length) failed.reject(new Error('A response was longer than the first one.'));
    socket.data.received = 0;
    responses += 1;
    if (!ended) socket.write(request);
  };
  const dropped = () => {
    if (!ended) failed.reject(new Error('The server closed a connection.'));
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      Bun.connect<Progress>({
        ...address,
        data: { received: 0 },
        socket: { data: receive, close: dropped, error: (_, error) => failed.reject(error) },
      }),
    ),
  );
  const begun = performance.now();
  for (const socket of sockets) socket.write(request);
  await Promise.race([Bun.sleep(seconds * 1000), failed.promise]);
  const rate = (responses * 1000) / (performance.now() - begun);
  ended = true;
  for (const socket of sockets) socket.end();
  return rate;
}

/** The bytes of one response, head and body. */
async function responseLength(address: { hostname: string; port: number }, request: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let text = '';
  const socket = await Bun.connect({
    ...address,
    socket: {
      data: (_, chunk) => {
        text += chunk.toString('latin1');
        const head = text.indexOf('\r\n\r\n') + 4;
        if (head < 4) return;
        const body = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
        if (!text.startsWith('HTTP/1.1 200 ') || body === undefined) reject(new Error(text.slice(0, head)));
        else if (text.length >= head + Number(body)) resolve(head + Number(body));
      },
      close: () => reject(new Error('The server closed the connection.')),
    },
  });
  socket.write(request);
  const length = await promise;
  socket.end();
  return length;
}
