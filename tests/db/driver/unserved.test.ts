/** What a database server, or a proxy before it, responds in place of results. */
import { describe, expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { addNote, notes, openNotes } from '#tests/db/support/notes';
import { rejection, setScratch } from '#tests/db/support/processes';

const here = setScratch();

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<h1>Wir sind gleich wieder da</h1>';

const answers: [what: string, answer: () => Response][] = [
  [
    'sqld that stops (404)',
    () => Response.json({ error: "Namespace `default` doesn't exist" }, { status: 404 }),
  ],
  ['sqld that stops (503)', () => Response.json({ error: 'Namespace store has shutdown' }, { status: 503 })],
  ['sqld that has been restarted (400)', () => Response.json({ error: 'Invalid baton' }, { status: 400 })],
  ['a server with too many clients (429)', () => new Response('', { status: 429 })],
  [
    'a server that fails (500)',
    () => new Response('{"message":"out of memory"}', { status: 500, headers: json }),
  ],
  ['a proxy without a server (502)', () => new Response(page, { status: 502, headers: html })],
  ['a proxy that is busy (503)', () => new Response(page, { status: 503, headers: html })],
  ['a proxy that waits no longer (504)', () => new Response('', { status: 504 })],
  ['a proxy that takes no large body (413)', () => new Response('', { status: 413 })],
  ['a proxy that shows a page (200)', () => new Response(page, { headers: html })],
];

describe('what has no results makes the database unavailable', () => {
  test.each(answers)('%s', async (_, answer) => {
    const { url } = await shared();
    const between = proxyBefore(url);
    const db = await openDatabase({ url: between.url });
    between.answer = answer;
    const id = crypto.randomUUID();
    const failures = await Promise.all([
      rejection(db.ping()),
      rejection(notes(db.read)),
      // several that wait share a transaction, which must not be sent once more
      ...['a', 'b'].map((name) => rejection(db.write((tx) => addNote(tx, `${id} ${name}`)))),
      rejection(openDatabase({ url: between.url })),
    ]);
    for (const failure of failures) expect(failure).toBeInstanceOf(DatabaseUnavailable);

    between.answer = null;
    await db.write((tx) => addNote(tx, id));
    expect((await notes(db.read)).filter((one) => one.startsWith(id))).toEqual([id]);
    await db.close();
    await between.stop();
  });

  test('also of a commit, and nothing is stored twice', async () => {
    const { url } = await shared();
    const between = proxyBefore(url);
    const db = await openDatabase({ url: between.url });
    const id = crypto.randomUUID();
    let runs = 0;
    const outcome = db.write(async (tx) => {
      runs += 1;
      await addNote(tx, id);
      between.answer = () => new Response('', { status: 504 });
    });
    expect((await rejection(outcome)).message).toContain('it may or may not be stored');
    expect(runs).toBe(1);
    await db.close();
    await between.stop();
  });
});

test('a server that is stopped under load makes nothing else than the database unavailable', async () => {
  const { url, child, dbPath, port } = await here.startSqld();
  const db = await openNotes({ url });
  const failures: unknown[] = [];
  let loading = true;
  const load = Array.from({ length: 40 }, async (_, visitor) => {
    for (let count = 0; loading; count += 1) {
      const call = visitor % 2 ? notes(db.read) : db.write((tx) => addNote(tx, `${visitor} ${count}`));
      await call.catch((error) => failures.push(error));
      if (failures.length > 0) await Bun.sleep(1);
    }
  });
  await db.ping();
  child.kill('SIGTERM');
  await child.exited;
  await here.startSqld(dbPath, port);
  loading = false;
  await Promise.all(load);
  expect(failures).not.toBeEmpty();
  expect(failures.filter((error) => !(error instanceof DatabaseUnavailable))).toEqual([]);
}, 30_000);

let server: Promise<{ url: string; db: Database }> | undefined;
/** One server with the table of notes for the tests that change nothing in it. */
function shared() {
  server ??= here.startSqld().then(async ({ url }) => ({ url, db: await openNotes({ url }) }));
  return server;
}

/** Passes requests on, or answers them itself. */
function proxyBefore(target: string) {
  const proxy = { answer: null as (() => Response) | null };
  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request): Promise<Response> {
      if (proxy.answer) return proxy.answer();
      const { method, headers } = request;
      headers.set('accept-encoding', 'identity');
      const body = method === 'POST' ? await request.text() : undefined;
      return await fetch(target + new URL(request.url).pathname, { method, headers, body });
    },
  });
  return Object.assign(proxy, { url: listener.url.origin, stop: () => listener.stop(true) });
}
