/** What this process of the tests leaves behind when it ends. Bun ends it without calling its `exit` handlers. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reads numbers of processes until its parent has ended. */
const script = `
while read -r pid; do pids="$pids $pid"; done
[ -z "$pids" ] || kill -9 $pids
until rm -rf "$0"; do sleep 0.1; done`;

let lifeline: { folder: string; kill: (pid: number) => void } | undefined;

function start() {
  const folder = mkdtempSync(join(tmpdir(), 'sattelfest-tests-'));
  // a server that runs under another account passes through it
  chmodSync(folder, 0o711);
  // in a group of its own, because the check kills the group of the tests
  const child = Bun.spawn(['sh', '-c', script, folder], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  });
  child.unref();
  const kill = (pid: number) => {
    child.stdin.write(`${pid}\n`);
    child.stdin.flush();
  };
  return { folder, kill };
}

/** A folder that is deleted when this process ends. */
export function lastingFolder(): string {
  lifeline ??= start();
  return lifeline.folder;
}

/** Kills the process when this one ends. */
export function killAtEnd(pid: number): void {
  lifeline ??= start();
  lifeline.kill(pid);
}
