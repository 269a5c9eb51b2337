/**
 * Loaded before a command: kills its process before the call of this number that changes a file, counted from 1, so
 * that a test reaches each point without watching the process.
 */
import fs from 'node:fs';

const changing = ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync'] as const;
const last = Number(process.env.KILLED_AT);
let calls = 0;

for (const name of changing) {
  const call = fs[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]) => {
    calls += 1;
    if (calls === last) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  };
  Object.assign(fs, { [name]: counted });
}
