/** What the set-up tells Docker to do. A program that writes down its words stands in for it. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterThisTest } from '#tests/support/endings';

const steps = `
  const { runBeside, starts } = await import('#server/setup/start');
  await starts.docker();
  runBeside('docker', 'started');
`;

test('Compose gets -T with what it runs: at a terminal it refuses without, as nobody types there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  afterThisTest(() => rm(folder, { recursive: true }));
  for (const name of ['docker', 'chmod'])
    await writeFile(join(folder, name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, '--eval', steps], { env });
  expect(exitCode).toBe(0);

  const runs = stdout.toString().match(/^docker compose (?:run|exec) .*/gm) ?? [];
  expect(runs).toHaveLength(2);
  expect(runs.filter((line) => !line.split(' ').includes('-T'))).toEqual([]);
});
