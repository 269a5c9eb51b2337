/** A process that dies of an error names nobody: what the error says may be what a visitor typed. */
import { expect, test } from 'bun:test';
import { root } from '#tests/support/server';

const ends = {
  'a rejection that nobody waits for':
    'void Promise.reject(new Error(`insert kanari`, { cause: { iban: `kanari` } }));',
  'an error in a timer':
    'setTimeout(() => { throw Object.assign(new Error(`kanari`), { params: [`kanari`] }); }, 0);',
  'something that is no error': 'void Promise.reject({ kanari: `kanari` });',
};

test.each(Object.entries(ends))('%s', async (_, program) => {
  const start = `import { logCrashes } from './server/process/failure'; logCrashes(); ${program} setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, '--eval', start], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
  expect(await child.exited).toBe(1);
  expect(JSON.parse(said)).toMatchObject({ level: 'error', event: 'crashed' });
  // the program itself stands in no trace
  expect(said).not.toContain('kanari');
});

test('the server has them from its first line on', async () => {
  const main = await Bun.file(`${root}/server/main.ts`).text();
  expect(main.indexOf('logCrashes();')).toBeGreaterThan(0);
  expect(main.indexOf('logCrashes();')).toBeLessThan(main.indexOf('await run();'));
});
