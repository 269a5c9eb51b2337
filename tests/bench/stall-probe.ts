/**
 * Loaded before the server (`--preload`): writes down when its thread was busy with one thing for long. A line of the
 * file in `STALLS` is the end of such a stall in ms since 1970, and the processor time that the thread used in it in ms:
 * what other processes took in between is not counted.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const everyMs = 2;
const worthNotingMs = 5;
const file = process.env.STALLS;

if (isMainThread && file) {
  let last = processorMs();
  setInterval(() => {
    const now = processorMs();
    if (now - last >= worthNotingMs) appendFileSync(file, `${Date.now()} ${(now - last).toFixed(1)}\n`);
    last = now;
  }, everyMs).unref();
}

/** The processor time of this process's first thread, which serves. */
function processorMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
