/** Does what the question says. */
import { parentPort, threadId } from 'node:worker_threads';

parentPort?.on('message', (question: string) => {
  const kept: Uint8Array[] = [];
  if (question === 'for ever') for (;;) kept.length = 0;
  while (question === 'grow') kept.push(new Uint8Array(2 ** 20).fill(1));
  parentPort?.postMessage(threadId);
});
parentPort?.postMessage('loaded');
