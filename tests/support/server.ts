/** The real server in its own process, with its own data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#server/build/main';

export const root = join(import.meta.dir, '../..');

export type RunningServer = {
  url: string;
  dataDir: string;
  pid: number;
  stderr(): Promise<string>;
  /** Sends the signal and resolves with the exit code. */
  kill(signal: NodeJS.Signals): Promise<number>;
};

/**
 * The scripts of the tests turn the optimising compilers off, which cost a server more than they save before it is
 * stopped. The bench measures with them.
 */
const { BUN_JSC_useDFGJIT: optimising } = process.env;
export const compilers: Record<string, string> =
  optimising === undefined ? {} : { BUN_JSC_useDFGJIT: optimising };

/** Starts the production server on a free port, with `before` in front of its command; resolves when it is ready. */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  before: string[] = [],
): Promise<RunningServer> {
  // the current sources, not an earlier build
  await ensureBuilt();
  const child = Bun.spawn([...before, process.execPath, 'dist-server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...compilers,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stderr = new Response(child.stderr).text();
  const firstLine = await readLine(child.stdout);
  if (!firstLine) throw new Error(`The server did not start: ${await stderr}`);
  return {
    url: JSON.parse(firstLine).url,
    dataDir,
    pid: child.pid,
    stderr: () => stderr,
    kill: async (signal) => {
      child.kill(signal);
      return await child.exited;
    },
  };
}

/** A folder for the data of one test, and a function that deletes it. */
export async function dataFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sattelfest-server-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The first line that a process prints. What it prints later is still read. */
export async function readLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  reader.releaseLock();
  return text.split('\n')[0] ?? '';
}
