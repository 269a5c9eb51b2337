import { parentPort } from 'node:worker_threads';
import { type Question, readMessage } from './message';

parentPort?.on('message', async (question: Question) => {
  parentPort?.postMessage(await readMessage(question));
});
parentPort?.postMessage('loaded');
