/**
 * Loaded before a command: kills its process before the call of this number that changes a file, counted from 1, so
 * that a test reaches each point without watching the process.
 */
import fs from 'node:fs';

const changing = ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync'] as const;
/** The same by promises; what a handle does is counted as well. */
const promised = ['open', 'rename', 'unlink'] as const;
const ofHandle = ['writeFile', 'sync'] as const;
const last = Number(process.env.KILLED_AT);
let calls = 0;

type Call = (...args: unknown[]) => unknown;

function count<Name extends string>(all: Record<Name, unknown>, names: readonly Name[]): void {
  for (const name of names) {
    const call = (all[name] as Call).bind(all);
    Object.assign(all, { [name]: (...args: unknown[]) => called(() => call(...args)) });
  }
}

function called(call: () => unknown): unknown {
  calls += 1;
  if (calls === last) process.kill(process.pid, 'SIGKILL');
  return call();
}

const open = fs.promises.open.bind(fs.promises);
Object.assign(fs.promises, {
  open: async (...args: Parameters<typeof open>) => {
    const handle = await open(...args);
    count(handle, ofHandle);
    return handle;
  },
});
count(fs, changing);
count(fs.promises, promised);
