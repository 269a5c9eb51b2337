import { parentPort } from 'node:worker_threads';
import { drawApplication } from './application';
import type { Drawing, Drawn } from './drawer';
import { drawOffer } from './offer';
import { drawDocument, drawReceipt } from './text-pages';

parentPort?.on('message', async (drawing: Drawing) => {
  parentPort?.postMessage(await drawn(drawing));
});
parentPort?.postMessage('loaded');

async function drawn(drawing: Drawing): Promise<Drawn> {
  try {
    return { pdf: new Uint8Array(await draw(drawing)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'Error' };
  }
}

function draw(drawing: Drawing): Promise<Uint8Array> {
  if ('receipt' in drawing) return drawReceipt(drawing);
  if ('offer' in drawing) return drawOffer(drawing);
  return 'document' in drawing ? drawDocument(drawing) : drawApplication(drawing);
}
