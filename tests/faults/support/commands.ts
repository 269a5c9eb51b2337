/** The operator's commands as processes. */
import { expect } from 'bun:test';
import { root } from '#tests/support/server';
import { bundled } from './bundled';
import { bareEnvironment } from './processes';

export type Command =
  | 'seed'
  | 'backup'
  | 'restore'
  | 'rotate-key'
  | 'operator'
  | 'dkim'
  | 'launch-check'
  | 'verify-audit';

/** Runs an operator's command on a data folder. `before` holds the first words of the command line, `script` its sources. */
export async function run(
  command: Command,
  dataDir: string,
  {
    args = [],
    env = {},
    before = [],
    script,
  }: { args?: string[]; env?: Record<string, string>; before?: string[]; script?: string } = {},
) {
  const file = script ?? (await bundled(`server/commands/${command}.ts`));
  const child = Bun.spawn([...before, process.execPath, file, ...args], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: dataDir, ...env }),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const lines = (text: string) => text.split('\n').filter(Boolean);
  return { code: await child.exited, output: lines(stdout), errors: lines(stderr) };
}

/** The result of a refused command: one line with the reason, and exit code 1. */
export const refused = (reason: string) => ({
  code: 1,
  output: [],
  errors: [expect.stringContaining(reason)],
});

/** The result of a successful command: one line. */
export const done = (line: string) => ({ code: 0, output: [expect.stringContaining(line)], errors: [] });
