/** Scripts of this project as processes that are killed. */
import { expect } from 'bun:test';
import { join } from 'node:path';
import { linesOf } from '#tests/db/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { root } from '#tests/support/server';
import { bundled } from './bundled';
import { bareEnvironment } from './processes';

export type RunningScript = Awaited<ReturnType<typeof startScript>>;

/** Starts a script, and kills it after the test at the latest. */
export async function startScript(script: string, args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, await bundled(script), ...args], {
    cwd: root,
    env: bareEnvironment(env),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stderr = new Response(child.stderr).text();
  const lines = linesOf(child.stdout);
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  afterThisTest(kill);
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The script ended unexpectedly: ${await stderr}`);
    return value;
  };
  return {
    child,
    kill,
    lines,
    /** The next line that it prints. Rejects if it ends before. */
    next,
    /** Resolves when it has printed this line `times` more times. */
    async printed(line: string, times = 1): Promise<void> {
      for (let printed = 0; printed < times; ) if ((await next()) === line) printed += 1;
    },
    /** Rejects when it ends, unless it is killed. */
    died: async (): Promise<never> => {
      await child.exited;
      throw new Error(`The script ended unexpectedly: ${await stderr}`);
    },
  };
}

const killing = join(root, 'tests/faults/support/killed-at.ts');

/** Kills a script before its change of a file of this number, counted from 1. Returns false if it had finished before. */
export async function killedAt(
  change: number,
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<boolean> {
  const child = Bun.spawn([process.execPath, '--preload', killing, await bundled(script), ...args], {
    cwd: root,
    env: bareEnvironment({ ...env, KILLED_AT: String(change) }),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await child.exited;
  if (child.signalCode !== 'SIGKILL') expect(child.exitCode).toBe(0);
  return child.signalCode === 'SIGKILL';
}
