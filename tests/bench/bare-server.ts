/** A separate process in which `Bun.serve` only serves a file with the given headers as a static response. */
const [, , file = '', head = '{}'] = process.argv;
const page = new Response(await Bun.file(file).bytes(), { headers: JSON.parse(head) });
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, routes: { '/': page } });
process.stdout.write(`${server.url.href}\n`);
