/** A crash logs no personal data, although the message of an error may contain what a visitor typed. */
// ASVS 16.2.4, 16.4.1
import { expect, test } from 'bun:test';
import { root } from '#tests/support/server';

const ends = {
  'an unhandled rejection': 'void Promise.reject(new Error(`insert kanari`, { cause: { iban: `kanari` } }));',
  'an error in a timer':
    'setTimeout(() => { throw Object.assign(new Error(`kanari`), { params: [`kanari`] }); }, 0);',
  'a rejection with something that is not an error': 'void Promise.reject({ kanari: `kanari` });',
};

test.each(Object.entries(ends))('a crash is logged without its message: %s', async (_, program) => {
  const start = `import { logCrashes } from './server/process/failure'; logCrashes(); ${program} setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, '--eval', start], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
  expect(await child.exited).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ level: 'error', event: 'crashed' });
  // the text of the program is not in the trace either
  expect(output).not.toContain('kanari');
});

test('the server logs crashes from its first line on', async () => {
  const main = await Bun.file(`${root}/server/main.ts`).text();
  expect(main.indexOf('logCrashes();')).toBeGreaterThan(0);
  expect(main.indexOf('logCrashes();')).toBeLessThan(main.indexOf('\nrun()'));
});
