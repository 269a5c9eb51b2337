/** Settings in a `.env` file that Bun reads otherwise than they are written. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsChangedIn } from '#server/config';
import { failedStart, newFolder } from '#tests/faults/support/processes';

setDefaultTimeout(60_000);

/** A value as it is written, and whether Bun takes it as it is meant. */
const values: [written: string, isTaken: boolean][] = [
  ['geheim-genug', true],
  ['  geheim-genug  ', true],
  ['"  geheim  "', true],
  ['geheim # a comment', true],
  ['# a comment', true],
  ['pa\\$\\$w0rd\\$HOME', true],
  ['"pa\\$HOME"', true],
  ["'pa\\$HOME'", true],
  ['pa$', true],
  ['pa$ $-', true],
  ['"pa#ss"', true],
  ['a"b"c', true],
  ['pa$$w0rd$HOME', false],
  ['"pa$HOME"', false],
  ["'pa$HOME'", false],
  ['pa$1', false],
  ['pa$(HOME)', true],
  [`pa\${HOME}`, false],
  [`pa\${NOPE:-x}`, false],
  ['pa#ss', false],
  ['#pass', true],
  ['"line\\nbreak"', false],
  ['"a"b"', false],
  ["'it''s'", false],
  ['"unclosed', true],
];

/** What Bun makes of files with one setting each. */
async function readByBun(text: string, env: Record<string, string> = {}) {
  const folder = await newFolder();
  await writeFile(join(folder, '.env'), text);
  const child = Bun.spawn([process.execPath, '-e', 'console.log(JSON.stringify(process.env))'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: '/root', NODE_ENV: 'production', ...env },
  });
  return { folder, environment: JSON.parse(await new Response(child.stdout).text()) };
}

test.each(values)('ADMIN_PASSWORD=%s is taken as it is written: %p', async (written, isTaken) => {
  const { folder, environment } = await readByBun(`ADMIN_PASSWORD=${written}\nPORT=1\n`);
  const names = ['ADMIN_PASSWORD', 'PORT', 'SMTP_URL'];
  const changed = settingsChangedIn(folder, environment, names).filter(({ name }) => name !== 'PORT');
  expect(changed).toEqual(isTaken ? [] : [{ name: 'ADMIN_PASSWORD', file: '.env' }]);
});

test('a quote that is not closed takes the next settings too', async () => {
  const { folder, environment } = await readByBun('ADMIN_PASSWORD="geheim\nMETRICS_TOKEN="abc"\n');
  const changed = settingsChangedIn(folder, environment, ['ADMIN_PASSWORD', 'METRICS_TOKEN']);
  expect(changed.map(({ name }) => name)).toContain('ADMIN_PASSWORD');
});

test('a setting that the environment gives is not compared with the file', async () => {
  const { folder, environment } = await readByBun('ADMIN_PASSWORD="geheim-1"\n', {
    ADMIN_PASSWORD: 'geheim-2',
  });
  expect(settingsChangedIn(folder, environment, ['ADMIN_PASSWORD'])).toEqual([]);
});

test('of several files the one is named whose value Bun takes', async () => {
  const folder = await newFolder();
  for (const file of ['.env', '.env.production', '.env.local'])
    await writeFile(join(folder, file), 'PORT=a$B\n');
  const environment = { NODE_ENV: 'production', PORT: 'a' };
  expect(settingsChangedIn(folder, environment, ['PORT'])).toEqual([{ name: 'PORT', file: '.env.local' }]);
});

test('a start warns in one line with the name, never the value', async () => {
  const folder = await newFolder();
  await writeFile(
    join(folder, '.env'),
    'ADMIN_PASSWORD=pa$$w0rd$HOME-12\nMETRICS_TOKEN=abc#defghijk\nPORT=abc\n',
  );
  const { code, lines } = await failedStart({ DATA_DIR: folder }, [], folder);
  expect(code).toBe(1);
  expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'env_value_changed', name: 'ADMIN_PASSWORD', file: '.env' },
    { level: 'warn', event: 'env_value_changed', name: 'METRICS_TOKEN', file: '.env' },
  ]);
  expect(lines.join()).not.toMatch(/w0rd|defghijk/);
});
