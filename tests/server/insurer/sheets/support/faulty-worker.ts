/** Does what the file says. Otherwise it names its thread as the only column. */
import { parentPort, threadId } from 'node:worker_threads';

parentPort?.on('message', (bytes: Uint8Array) => {
  const fault = new TextDecoder().decode(bytes);
  if (fault === 'ends') process.exit(1);
  if (fault === 'throws') throw new Error('faulty');
  parentPort?.postMessage({ columns: [String(threadId)], rows: [] });
});
parentPort?.postMessage('loaded');
