/**
 * Runs the daily check, or everything with `full`, and goes on after a part has failed. Prints what each part took. The
 * last line is `N passed, N failed`.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGroup } from './processor';
import { filesOfCases, readReport } from './reports';

/** A script of `package.json`; `report` is a file for Bun's report of its tests. */
type Part = { name: string; script: string[]; report?: string };

const root = join(import.meta.dir, '..');
const full = process.argv[2] === 'full';
/** Only what hangs is ended. */
const limitMs = 30 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'sattelfest-check-'));
const failures: string[] = [];
const rows: string[][] = [];
const reported = new Set<string>();
const sums = { passed: 0, processor: 0, uncounted: false };

// what runs then ends with this process
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const began = performance.now();
const built = ['lint', 'types', 'build'].map((script) => ({ name: script, script: [script] }));
// two lanes, because each part has times in which it waits
if (full) {
  await Promise.all([
    runLane([...built, tests('faults', 'tests/full/faults'), tests('engines')]),
    runLane([tests('unit'), tests('browser', 'tests/full/browser')]),
  ]);
  // they measure times, so nothing runs beside them
  await runLane([tests('hostile')]);
} else {
  await Promise.all([runLane([...built, tests('faults')]), runLane([tests('unit'), tests('browser')])]);
}
const leftOut = full ? '' : await findLeftOut();
const missing = testFiles().filter((file) => !reported.has(file));
failures.push(...missing.map((file) => `${file} has no test in the report: it could not be loaded`));
rmSync(folder, { recursive: true });

for (const failure of failures) console.log(`\nfailed: ${failure}`);
printRows();
if (leftOut) console.log(leftOut);
console.log(`${sums.passed} passed, ${failures.length} failed`);
// not 1, which means a crash of this script: `.ci/test` then prints the count itself
process.exit(failures.length === 0 ? 0 : 2);

function tests(name: string, ...more: string[]): Part {
  const report = join(folder, `${name}.xml`);
  const script = name === 'unit' ? 'test' : `test:${name}`;
  return { name, report, script: [script, ...more, '--reporter=junit', `--reporter-outfile=${report}`] };
}

async function runLane(parts: Part[]): Promise<void> {
  for (const part of parts) await run(part);
}

async function run({ name, script, report }: Part): Promise<void> {
  console.log(`> bun run ${script.join(' ')}`);
  const group = openGroup(name);
  const command = [process.execPath, 'run', ...script];
  const start = performance.now();
  const child = Bun.spawn(group?.command(command) ?? command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const end = group?.end ?? (() => endProcesses(child.pid));
  const timer = setTimeout(end, limitMs);
  process.on('exit', end);
  await child.exited;
  clearTimeout(timer);
  process.off('exit', end);
  end();
  const wall = performance.now() - start;
  const processor = group?.processor() ?? Number(child.resourceUsage()?.cpuTime.total ?? 0);
  await group?.close();
  const cases = await judge(name, report, child.exitCode);
  rows.push([name, cases, seconds(wall), seconds(processor / 1000)]);
  sums.processor += processor;
  if (!group) sums.uncounted = true;
}

/** Takes the results of a part, and returns how many cases it has. */
async function judge(name: string, path: string | undefined, code: number | null): Promise<string> {
  const report = path ? await readReport(path) : undefined;
  for (const file of report?.files ?? []) reported.add(file);
  failures.push(...(report?.failures ?? []));
  if (code !== 0 && !report?.failures.length) failures.push(`${name} ended with ${code}`);
  if (!report) return '';
  sums.passed += report.passed;
  return String(report.passed + report.failures.length);
}

function endProcesses(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all have already ended
  }
}

/** Says how many cases each folder of `tests/full` has: it loads the files, and runs none of them. */
async function findLeftOut(): Promise<string> {
  const path = join(folder, 'left-out.xml');
  const none = ['--test-name-pattern', '^$', '--reporter=junit', `--reporter-outfile=${path}`];
  const child = Bun.spawn([process.execPath, 'test', 'tests/full', ...none], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  await child.exited;
  const files = await filesOfCases(path);
  for (const file of files) reported.add(file);
  const folders = Map.groupBy(files, (file) => file.split('/')[2] ?? '');
  const counts = Array.from(folders, ([name, cases]) => `${cases.length} ${name}`);
  return `left out: ${counts.sort().join(', ')} — sh .ci/test full`;
}

function testFiles(): string[] {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `tests/${name}`);
}

function printRows() {
  const heading = ['part', 'cases', 'wall s', `processor s${sums.uncounted ? ' without Chromium' : ''}`];
  const sum = [
    full ? 'everything' : 'daily',
    '',
    seconds(performance.now() - began),
    seconds(sums.processor / 1000),
  ];
  console.log('');
  for (const row of [heading, ...rows, sum]) console.log(row.map((cell, at) => pad(cell, at)).join('  '));
}

function pad(cell: string, at: number): string {
  return at === 0 ? cell.padEnd(10) : cell.padStart(11);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}
