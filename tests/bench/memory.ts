import { api, pages } from '../../domain/urls';
import { johanna } from '../support/people';
import type { RunningServer } from '../support/server';
import { withProduct } from './product';
import { atMost, type Group, type Row } from './row';

const applications = 1_000;
const landingViews = 9_000;
/** Rendered anew for each visitor, unlike the landing page. */
const wizardViews = 1_000;
const atOnce = 20;

/** Resident memory once many applications have begun and many pages have been seen. */
export const memory: Group = { name: 'memory', measure: () => withProduct(measure) };

async function measure({ url, pid }: RunningServer): Promise<Row[]> {
  await inParallel(applications, () => beginApplication(url));
  await inParallel(landingViews, () => view(url + pages.home));
  const halfway = await residentMegabytes(pid);
  await inParallel(wizardViews, () => view(url + pages.application(crypto.randomUUID())));
  const [all, begun] = [landingViews + wizardViews, applications].map((count) => count.toLocaleString('en'));
  return [
    atMost(150, {
      name: `resident memory after ${all} page views and ${begun} applications`,
      value: await residentMegabytes(pid),
      unit: 'MB',
      note: `${halfway.toFixed(0)} MB before the last ${wizardViews.toLocaleString('en')} views, which are of the wizard`,
    }),
  ];
}

async function view(address: string) {
  const response = await fetch(address);
  await response.bytes();
  if (!response.ok) throw new Error(`A page was answered with ${response.status}`);
}

async function beginApplication(url: string) {
  const response = await fetch(url + api.set(crypto.randomUUID(), 'contact-data'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(johanna['contact-data']),
  });
  await response.bytes();
  if (response.status !== 201) throw new Error(`An application was answered with ${response.status}`);
}

async function inParallel(count: number, act: () => Promise<void>) {
  let begun = 0;
  const worker = async () => {
    while (begun++ < count) await act();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Resident set of a process, as the kernel of Linux counts it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
