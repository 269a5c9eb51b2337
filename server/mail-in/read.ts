/** Reads messages in a worker, because what a stranger writes may cost any amount of time. */
import { sha256Of } from '#db/hash';
import { createThread, WorkerLost } from '../process/thread';
import type { Message, Question } from './message';

/** A message of 2 MiB takes a tenth of it. */
const usualLimitMs = 2_000;
/** An idle worker keeps 30 MB. */
const usualIdleMs = 5_000;
const growthMb = 256;

/** `isLost`: it was not read in time, or costs too much memory. */
export type ReadMessage = (question: Question) => Promise<Message & { isLost?: true }>;

/** One message after the other, each once. */
export function createMessageReader(
  file: URL,
  { limitMs = usualLimitMs, idleMs = usualIdleMs } = {},
): ReadMessage {
  const ask = createThread<Question, Message>(file, { limitMs, idleMs, growthMb });
  return async (question) => {
    try {
      return await ask(question);
    } catch (error) {
      if (error instanceof WorkerLost) {
        const content = { kind: 'unreadable' } as const;
        return { name: sha256Of(question.bytes), from: null, content, isLost: true };
      }
      throw error;
    }
  };
}

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './mail-worker.ts' : './mail-worker.js';

export const readInWorker = createMessageReader(new URL(worker, import.meta.url));
