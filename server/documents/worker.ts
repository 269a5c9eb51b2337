/** The worker that draws PDFs. See drawer.ts. */
import { parentPort } from 'node:worker_threads';
import { drawApplication } from './application-pages';
import type { Copy } from './content';
import type { Drawn } from './drawer';

parentPort?.on('message', async (copy: Copy) => {
  parentPort?.postMessage(await drawn(copy));
});

async function drawn(copy: Copy): Promise<Drawn> {
  try {
    return { pdf: new Uint8Array(await drawApplication(copy)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'Error' };
  }
}
