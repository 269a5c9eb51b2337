import { root } from '#tests/support/server';
import { exactly, type Group } from '../row';

const test = 'tests/full/faults/instances/update.test.ts';
const wanted = 10_000;

/** Two instances are updated to another build while visitors and applicants go on, as often as so many requests take. */
export const rollingUpdate: Group = {
  name: 'rolling update',
  measure: async () => {
    let [requests, failed] = [0, 0];
    while (requests < wanted) {
      const command = [process.execPath, 'test', '--isolate', '--timeout', '180000', test];
      const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'ignore' });
      const told = /(\d+) requests, .* (\d+) failed/.exec(await new Response(child.stdout).text());
      if (!told) throw new Error(`${test} has told nothing.`);
      requests += Number(told[1]);
      failed += Number(told[2]);
    }
    const name = `rolling update to another build, ${wanted} requests: failed`;
    return [exactly(0, { name, value: failed, note: `${requests} requests of ${test}` })];
  },
};
