/** Files are read in a worker. A fault of it costs one file, and the process goes on. */
import { describe, expect, test } from 'bun:test';
import { sentences } from '#server/insurer/sheets/grid';
import { createReader } from '#server/insurer/sheets/read';

const worker = new URL('support/faulty-worker.ts', import.meta.url);
const file = (fault: string) => new TextEncoder().encode(fault);
const failed = { unreadable: sentences.failed };

describe('a worker that', () => {
  test.each(['ends', 'throws'])('%s makes the file unreadable, but not the next one', async (fault) => {
    const read = createReader(worker);
    const first = await read(file('nothing'));
    expect(await Promise.all([read(file(fault)), read(file('nothing'))])).toEqual([
      failed,
      { columns: [expect.any(String)], rows: [] },
    ]);
    expect(await read(file('nothing'))).not.toEqual(first);
  });
});

test('the caller keeps the bytes', async () => {
  const bytes = Buffer.from('nothing');
  await createReader(worker)(bytes);
  expect(bytes.toString()).toBe('nothing');
});
