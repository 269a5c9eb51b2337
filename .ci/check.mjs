/** Runs every part of the check, also after one has failed; the last line is `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const minute = 60_000;

const failures = [];
for (const part of ['lint', 'types']) {
  const { code } = await run(['run', part], 3 * minute);
  if (code !== 0) failures.push(`${part} ended with ${code}`);
}
// docs/decisions/014: a second attempt, which is told
const tests = readTests(await run(['run', 'test', '--retry=1'], 12 * minute));
failures.push(...tests.troubles);

for (const report of tests.reports) console.log(`\n${report}`);
for (const name of tests.secondAttempts) console.log(`passed only at the second attempt: ${name}`);
for (const failure of failures) console.log(failure);
const failed = tests.failed + failures.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs Bun in a process group of its own, which is gone afterwards, and passes its output on. */
async function run(args, limit) {
  console.log(`> bun ${args.join(' ')}`);
  const child = spawn('bun', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let errors = '';
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stdout, { end: false });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const end = () => endGroup(child.pid);
  const interrupted = () => {
    end();
    process.exit(130);
  };
  const timer = setTimeout(end, limit);
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  const code = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (status, signal) => resolve(status ?? signal));
    // what is left of the group might hold the output open
    child.on('exit', end);
  });
  clearTimeout(timer);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  return { code, errors };
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody is left
  }
}

/**
 * Reads what Bun writes to its error output: the counts, why a test failed, and which one passed only at its second
 * attempt. Whatever does not add up is a trouble, and each trouble counts as a failure.
 */
function readTests({ code, errors }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  const text = errors.replace(/\u001b\[[0-9;]*m/g, '');
  const last = (pattern) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
  const passed = last(/^ *(\d+) pass$/gm);
  const failed = last(/^ *(\d+) fail$/gm) + last(/^ *(\d+) errors?$/gm);
  const files = last(/^Ran \d+ tests? across (\d+) files?\b/gm);
  const troubles = [];
  const expected = testFiles();
  if (files !== expected) troubles.push(`bun test reports on ${files} of ${expected} test files`);
  if (passed === 0) troubles.push('no test has passed');
  if (code !== 0 && failed === 0) troubles.push(`bun test ended with ${code}`);
  const secondAttempts = [...text.matchAll(/^\(pass\) (.+) \(attempt 2\)/gm)].map(([, name]) => name);
  return { passed, failed, troubles, secondAttempts, reports: failureReports(text) };
}

/** What stands before the verdict of each failed test, at most 40 lines for each of at most 10. */
function failureReports(text) {
  const reports = [];
  let lines = [];
  // the list of failures at the end says their names once more
  for (const line of text.split(/^\d+ tests? failed:$/m)[0].split('\n')) {
    lines.push(line);
    if (line.startsWith('(fail)')) reports.push(lines.slice(-40).join('\n'));
    if (/^(\((pass|fail|skip|todo)\)|tests\/.+:$)/.test(line)) lines = [];
  }
  return reports.slice(0, 10);
}

function testFiles() {
  const names = readdirSync(join(root, 'tests'), { recursive: true });
  return names.filter((name) => /\.test\.tsx?$/.test(name)).length;
}
