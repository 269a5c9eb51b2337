/** The operator's commands as processes: backup, restore, rotate-key. */
import { expect } from 'bun:test';
import { root } from '#tests/support/server';
import { bareEnvironment } from './processes';

export type Command = 'backup' | 'restore' | 'rotate-key';

/** Runs `bun run <command>` on a data folder; `before` are words that the command line begins with. */
export async function run(
  command: Command,
  dataDir: string,
  {
    args = [],
    env = {},
    before = [],
  }: { args?: string[]; env?: Record<string, string>; before?: string[] } = {},
) {
  const child = Bun.spawn([...before, process.execPath, `server/commands/${command}.ts`, ...args], {
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
  return { code: await child.exited, told: lines(stdout), errors: lines(stderr) };
}

/** What a refused command leaves behind: one line that says why, and exit code 1. */
export const refused = (reason: string) => ({
  code: 1,
  told: [],
  errors: [expect.stringContaining(reason)],
});

/** What a command that was carried out says: one line. */
export const done = (line: string) => ({ code: 0, told: [expect.stringContaining(line)], errors: [] });
