import { root } from '#tests/support/server';
import { exactly, type Group } from '../row';

const test = 'tests/full/faults/slow-database.test.ts';

/** Whether the start of the wizard is sent before the database replies. A test checks this order. */
export const shell: Group = {
  name: 'shell',
  measure: async () => {
    const child = Bun.spawn([process.execPath, 'test', '--isolate', '--timeout', '60000', test], {
      cwd: root,
      stdout: 'ignore',
      stderr: 'ignore',
    });
    const name = 'first byte of the wizard before the database answered (1: yes)';
    return [exactly(1, { name, value: (await child.exited) === 0 ? 1 : 0, note: test })];
  },
};
