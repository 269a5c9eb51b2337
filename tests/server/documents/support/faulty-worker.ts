/** A worker that does what `printedAt` says when it is asked first, and then answers with the number of its thread. */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { Copy } from '#server/documents/application';
import type { Drawn } from '#server/documents/drawer';

const faults: Record<string, () => Drawn> = {
  ends: () => process.exit(1),
  throws: () => {
    throw new Error('Johanna Sommer');
  },
  refuses: () => ({ failed: 'RangeError' }),
};

parentPort?.on('message', ({ printedAt = '' }: Copy) => {
  const [fault = '', file = ''] = printedAt.split('|');
  const first = !existsSync(file);
  if (first) writeFileSync(file, '');
  parentPort?.postMessage(first && faults[fault] ? faults[fault]() : { pdf: new Uint8Array([threadId]) });
});
parentPort?.postMessage('loaded');
