/** A process of its own: `Bun.serve` answers a file's bytes as a static response, and nothing else. */
const [, , file = ''] = process.argv;
const body = await Bun.file(file).bytes();
const page = new Response(body, {
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
});
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, routes: { '/': page } });
process.stdout.write(`${server.url.href}\n`);
