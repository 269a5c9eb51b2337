/** The commands of `package.json` as an operator calls them who wants to know what they do. */
import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { type Command, refused, run } from '#tests/faults/support/commands';
import { dataFolder } from '#tests/support/server';
import { scripts } from '../../../package.json';

const commands = Object.entries(scripts)
  .filter(([, line]) => line.startsWith('bun server/commands/'))
  .map(([name, line]): [Command, string] => [name as Command, line.slice('bun '.length)]);

test.concurrent.each(commands)(
  '%s with --help names its arguments and does nothing',
  async (command, script) => {
    const { path, remove } = await dataFolder();
    expect(await run(command, path, { args: ['--help'], script })).toEqual(
      refused(`Usage: bun run ${command}`),
    );
    expect(await readdir(path)).toEqual([]);
    await remove();
  },
);

test('all commands are asked', async () => {
  expect(commands.length).toBe(8);
});
