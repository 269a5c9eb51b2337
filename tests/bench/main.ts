/**
 * Measures every budget and prints one table (`bun run bench`). A missed budget fails the run only with `--strict`.
 * `bun run bench landing saving` measures only the groups whose names start with these words. `--soak` adds ten minutes
 * of visits. `costs --beside FOLDER` compares with another checkout.
 */
import { cpus, loadavg } from 'node:os';
import { besideWork } from './beside-work';
import { arrivingMail } from './groups/arriving-mail';
import { cases, openCases } from './groups/cases';
import { completions } from './groups/completions';
import { costs } from './groups/costs';
import { deeds } from './groups/deeds';
import { figures } from './groups/figures';
import { growth } from './groups/growth';
import { returns } from './groups/insurer';
import { landingPage } from './groups/landing-page';
import { landingThroughput } from './groups/landing-throughput';
import { lighthouseScores } from './groups/lighthouse-scores';
import { memory, soak } from './groups/memory';
import { renderedPages } from './groups/rendered-pages';
import { rollingUpdate } from './groups/rolling-update';
import { saving } from './groups/saving';
import { savingOnServer } from './groups/saving-on-server';
import { search } from './groups/search';
import { shell } from './groups/shell';
import { staffList } from './groups/staff-list';
import { stalls } from './groups/stalls';
import { start } from './groups/start';
import { trial } from './groups/trial';
import { wizardScript } from './groups/wizard-script';
import type { Group, Row } from './row';
import { tableOf } from './table';

const groups: Group[] = [
  landingThroughput,
  landingPage,
  renderedPages,
  wizardScript,
  lighthouseScores,
  shell,
  costs,
  saving,
  savingOnServer,
  completions,
  deeds,
  growth,
  figures,
  staffList,
  cases,
  openCases,
  search,
  returns,
  arrivingMail,
  stalls,
  trial,
  start,
  rollingUpdate,
  memory,
];

const given = process.argv.slice(2);
const wanted = given.filter((word, index) => !word.startsWith('--') && given[index - 1] !== '--beside');
if (given.includes('--soak')) groups.push(soak);
const before = loadOfMachine();
const rows: Row[] = [];
for (const group of groups) {
  if (wanted.length > 0 && !wanted.some((word) => group.name.startsWith(word))) continue;
  process.stderr.write(`${group.name} …\n`);
  const all = async () => [...(await group.measure()), ...(await besideWork(group))];
  rows.push(...(await all().catch((error: unknown) => [unmeasured(group, error)])));
}
process.stdout.write(`${cpus().length} cores, load ${before} before and ${loadOfMachine()} after.\n\n`);
process.stdout.write(`${tableOf(rows)}\n`);
process.exit(given.includes('--strict') && rows.some(({ holds }) => holds === false) ? 1 : 0);

/** The load average of the last minute. Above the number of cores, absolute figures mean little. */
function loadOfMachine(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

function unmeasured({ name }: Group, error: unknown): Row {
  const note = error instanceof Error ? error.message : String(error);
  return { name, measured: 'could not be measured', target: '', holds: false, note };
}
