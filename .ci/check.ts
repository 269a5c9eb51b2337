/** Runs every part of the check, even after a part has failed. The last line is `N passed, N failed`. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

const root = join(import.meta.dir, '..');
const minute = 60_000;
/** Lines of a failed test's report that are repeated at the end. */
const linesOfReport = 40;

const folder = mkdtempSync(join(tmpdir(), 'sattelfest-check-'));
const failures: string[] = [];
const costs: string[] = [];
for (const part of ['lint', 'types']) {
  const code = await run([part], 3 * minute);
  if (code !== 0) failures.push(`${part} ended with ${code}`);
}
// run together, because browser tests use the processor while fault tests wait for periods to pass
const parts = [['test'], ['test:browser', 'tests/engines', 'tests/faults']];
const reports = parts.map((_, index) => join(folder, `${index}.xml`));
const codes: (number | null)[] = [];
for (const [index, part] of parts.entries()) {
  const junit = ['--reporter=junit', `--reporter-outfile=${reports[index]}`];
  // the browser tests take 9 to 14 minutes at rest: only what hangs is ended
  codes.push(await run([...part, ...junit], 30 * minute));
}
const tests = await readReports();
failures.push(...tests.failures);
if (tests.failures.length === 0) {
  for (const code of codes) if (code !== 0) failures.push(`bun test ended with ${code}`);
}
rmSync(folder, { recursive: true });

for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(costs.join('\n'));
console.log(`${tests.passed} passed, ${failures.length} failed`);
// not 1, which means a crash of this script: `.ci/test` then prints the count itself
process.exit(failures.length === 0 ? 0 : 2);

/** Runs a script of `package.json` in its own process group and ends the group afterwards. Returns the exit code. */
async function run(args: string[], limit: number): Promise<number | null> {
  console.log(`> bun run ${args.join(' ')}`);
  const command = [process.execPath, 'run', ...args];
  const child = Bun.spawn(command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = () => endGroup(child.pid);
  const interrupted = () => {
    end();
    process.exit(130);
  };
  const timer = setTimeout(end, limit);
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  const began = performance.now();
  await child.exited;
  costs.push(costOf(args[0] ?? '', performance.now() - began, child.resourceUsage()?.cpuTime.total));
  end();
  clearTimeout(timer);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  return child.exitCode;
}

/** `processor`: microseconds of the part and of the processes that it waited for, which leaves out most of Chromium's. */
function costOf(part: string, ms: number, processor = 0n): string {
  return `${part}: ${Math.round(ms / 1000)} s, of the processor ${Math.round(Number(processor) / 1e6)} s`;
}

function endGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group has already ended
  }
}

/** Reads Bun's reports. A skipped test is a failure too, and so is a test file that the reports do not contain. */
async function readReports(): Promise<{ passed: number; failures: string[] }> {
  GlobalRegistrator.register();
  const cases: Element[] = [];
  for (const report of reports) {
    const file = Bun.file(report);
    const xml = (await file.exists()) ? await file.text() : '<testsuites/>';
    cases.push(...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('testcase'));
  }
  const nameOf = (test: Element) =>
    ['file', 'classname', 'name']
      .map((key) => test.getAttribute(key))
      .filter(Boolean)
      .join(' > ');
  const failed = cases.filter((test) => test.querySelector('failure, skipped'));
  const failures = failed.map((test) => {
    const reason = test.querySelector('failure');
    const report = reason ? reason.textContent || reason.getAttribute('message') || '' : 'was skipped';
    return `${nameOf(test)}\n${report.split('\n').slice(0, linesOfReport).join('\n')}`;
  });
  const reported = new Set(cases.map((test) => test.getAttribute('file')));
  const missing = testFiles().filter((file) => !reported.has(file));
  failures.push(...missing.map((file) => `${file} has no test in the report: it could not be loaded`));
  return { passed: cases.length - failed.length, failures };
}

function testFiles(): string[] {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `tests/${name}`);
}
