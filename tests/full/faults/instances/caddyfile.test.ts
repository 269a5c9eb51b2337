/** What Caddy does with the `Caddyfile`: who its visitors are to an instance, and what it keeps from them. */
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { api } from '#domain/urls';
import { clientAddress } from '#server/http/client-address';
import { startCaddy } from '#tests/faults/support/caddy';
import { answerTo } from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';

setDefaultTimeout(120_000);

let upstream = '';

/** An instance that says what it was asked. */
beforeEach(() => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, socket) =>
      new URL(request.url).pathname === api.ready
        ? new Response()
        : Response.json({
            asked: true,
            encoding: request.headers.get('accept-encoding'),
            client: request.headers.get('x-forwarded-for'),
            counted: [1, 2].map((count) =>
              clientAddress(request, socket, { proxies: { count, header: null } }),
            ),
          }),
  });
  afterThisTest(() => server.stop(true));
  upstream = `127.0.0.1:${server.port}`;
});

const cdn = '127.0.0.0/8';
/** `counted`: who the client is behind one proxy, and behind two. */
const entries: [trusted: string, sent: string | null, received: string, counted: [string, string]][] = [
  ['', null, '127.0.0.1', ['127.0.0.1', '127.0.0.1']],
  ['', '203.0.113.7', '127.0.0.1', ['127.0.0.1', '127.0.0.1']],
  ['192.0.2.0/24', '203.0.113.7', '127.0.0.1', ['127.0.0.1', '127.0.0.1']],
  ['192.0.2.0/24 2001:db8::/32', '203.0.113.7, 198.51.100.4', '127.0.0.1', ['127.0.0.1', '127.0.0.1']],
  [cdn, null, '127.0.0.1', ['127.0.0.1', '127.0.0.1']],
  [cdn, '203.0.113.7', '203.0.113.7, 127.0.0.1', ['127.0.0.1', '203.0.113.7']],
  [
    `192.0.2.0/24 2001:db8::/32 ${cdn}`,
    '203.0.113.7',
    '203.0.113.7, 127.0.0.1',
    ['127.0.0.1', '203.0.113.7'],
  ],
  [cdn, '198.51.100.4, 2001:db8::7', '198.51.100.4, 2001:db8::7, 127.0.0.1', ['127.0.0.1', '2001:db8::/56']],
];

test.each(entries)(
  'with TRUSTED_PROXIES=%p, X-Forwarded-For: %p is received as %p',
  async (trusted, sent, received, counted) => {
    const { url } = await startCaddy([upstream, upstream], { trusted });
    const headers: Record<string, string> = sent === null ? {} : { 'x-forwarded-for': sent };
    expect(await (await fetch(`${url}/`, { headers })).json()).toMatchObject({
      asked: true,
      client: received,
      counted,
    });
  },
);

test('what it says itself is kept nowhere: that no instance answers, and the paths of programs', async () => {
  const { url } = await startCaddy(['127.0.0.1:1', '127.0.0.1:1']);
  const answers = await Promise.all([url, `${url}/assets/a.js`, url + api.metrics].map((one) => fetch(one)));
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [503, 'no-store'],
    [503, 'no-store'],
    [404, 'no-store'],
  ]);
  expect(await answers[0]?.text()).toStartWith('Die Seite ist gerade nicht erreichbar.');
});

test('a client that takes no compressed answer gets the bytes that its ETag names', async () => {
  const { url } = await startCaddy([upstream, upstream]);
  const head = `GET / HTTP/1.1\r\nHost: ${new URL(url).host}`;
  expect(await answerTo(url, `${head}\r\nConnection: close\r\n\r\n`)).toContain('"encoding":null');
});

test('no spelling of the paths of programs reaches an instance', async () => {
  const { url } = await startCaddy([upstream, upstream]);
  const spellings = [api.metrics, api.mailIn].flatMap((path) => [
    path,
    `${path}/`,
    `${path}?a=1`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    path.toUpperCase(),
    path.replace(/\w$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    path.replace(/(?<=^\/)\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path};a`,
    `http://localhost${path}`,
  ]);
  spellings.push(
    '/api//mail-in',
    '/api/./mail-in',
    '/api/x/../mail-in',
    '/api%2fmail-in',
    '/api/%2e/mail-in',
  );
  const passed: string[] = [];
  for (const path of spellings)
    for (const method of ['GET', 'POST'])
      if ((await rawStatus(url, method, path)) !== 404) passed.push(`${method} ${path}`);
  expect(passed).toEqual([]);
  expect(await rawStatus(url, 'GET', '/api/tariffs')).toBe(200);
});

/** The status of a request whose path is sent as it is. */
async function rawStatus(url: string, method: string, path: string): Promise<number> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: 0`;
  const answer = await answerTo(url, `${head}\r\nConnection: close\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}
