/** PDFs are drawn in a worker. A fault of it costs one retry, and the process goes on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Copy } from '#server/documents/application';
import { createDrawer } from '#server/documents/drawer';
import { rejection } from '#tests/db/support/processes';
import { until } from '#tests/support/until';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-drawer-'));
});
afterAll(() => rm(folder, { recursive: true }));

const worker = new URL('support/faulty-worker.ts', import.meta.url);
/** The number of the thread that answered. */
const threadOf = async (drawn: Promise<Uint8Array>) => (await drawn)[0] ?? 0;
let files = 0;

/** A copy for which the worker does this once. */
function once(fault: string): Copy {
  files += 1;
  return { printedAt: `${fault}|${join(folder, String(files))}` } as Copy;
}

describe('a worker that', () => {
  test.each(['ends', 'throws'])('%s is replaced, and the drawing is repeated', async (fault) => {
    const draw = createDrawer(worker);
    const first = await threadOf(draw(once('nothing')));
    expect(await threadOf(draw(once(fault)))).not.toBe(first);
    expect(await threadOf(draw(once(fault)))).toBeGreaterThan(0);
  });

  test('fails twice fails the drawing, but not the next one', async () => {
    const draw = createDrawer(worker);
    const nowhere = { printedAt: `ends|${join(folder, 'missing', 'file')}` } as Copy;
    expect((await rejection(draw(nowhere))).name).toBe('WorkerLost');
    expect(await threadOf(draw(once('ends')))).toBeGreaterThan(0);
  });

  test('refuses a copy reports the name of the error and nothing personal', async () => {
    const draw = createDrawer(worker);
    const error = await rejection(draw(once('refuses')));
    expect([error.name, error.message]).toEqual(['RangeError', 'The PDF could not be drawn.']);
  });

  test('is idle ends, and the next drawing starts another one', async () => {
    const draw = createDrawer(worker, { idleMs: 1 });
    const first = await threadOf(draw(once('nothing')));
    await until(async () => (await threadOf(draw(once('nothing')))) !== first);
  });
});

describe('while 20 drawings wait', () => {
  const begunOf = ({ printedAt = '' }: Copy) => printedAt.split('|')[1] ?? '';
  const busy = () => {
    const draw = createDrawer(worker);
    const leaving = new AbortController();
    const copies = Array.from({ length: 21 }, () => once('nothing'));
    const drawn = copies.map((copy) => draw(copy, leaving).catch((error: Error) => error.name));
    return { draw, leaving, drawn, copies };
  };

  test('another one is refused, but not that of a mail, which is drawn last', async () => {
    const { draw, drawn } = busy();
    const refused = await rejection(draw(once('nothing')));
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
    let before = 0;
    for (const one of drawn) void one.then(() => (before += 1));
    await draw(once('nothing'), { later: true });
    expect(before).toBe(drawn.length);
    await Promise.all(drawn);
  });

  test('those of callers who leave are not drawn', async () => {
    const { draw, drawn, copies, leaving } = busy();
    leaving.abort();
    await draw(once('nothing'));
    const results = await Promise.all(drawn);
    expect(results.filter((result) => result === 'AbortError')).toHaveLength(20);
    expect(copies.filter((copy) => existsSync(begunOf(copy))).length).toBeLessThanOrEqual(1);
  });
});

test('drawings that are asked at the same time are drawn by one worker', async () => {
  const draw = createDrawer(worker);
  const threads = await Promise.all(Array.from({ length: 20 }, () => threadOf(draw(once('nothing')))));
  expect(new Set(threads).size).toBe(1);
});
