/** The worker that draws PDFs. See drawer.ts. */
import { parentPort } from 'node:worker_threads';
import { drawApplication } from './application-pages';
import type { Drawing, Drawn } from './drawer';
import { drawDocument } from './text-pages';

parentPort?.on('message', async (drawing: Drawing) => {
  parentPort?.postMessage(await drawn(drawing));
});

async function drawn(drawing: Drawing): Promise<Drawn> {
  try {
    const draw = () => ('document' in drawing ? drawDocument(drawing) : drawApplication(drawing));
    return { pdf: new Uint8Array(await draw()) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'Error' };
  }
}
