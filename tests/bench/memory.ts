import { api, pages } from '../../domain/urls';
import { johanna } from '../support/people';
import type { RunningServer } from '../support/server';
import { withProduct } from './product';
import { atMost, type Group, type Row } from './row';

const views = 10_000;
const applications = 1_000;
/** Every so manyth view is a wizard page, rendered for its visitor; the others are the landing page. */
const wizardShare = 10;
const atOnce = 20;

/** Resident memory once many pages have been seen and applications begun. */
export const memory: Group = { name: 'memory', measure: () => withProduct(measure) };

async function measure({ url, pid }: RunningServer): Promise<Row[]> {
  const before = await residentMegabytes(pid);
  await inParallel(applications, () => beginApplication(url));
  await inParallel(views, async (index) => {
    const path = index % wizardShare === 0 ? pages.application(crypto.randomUUID()) : pages.home;
    const response = await fetch(url + path);
    await response.bytes();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  });
  return [
    atMost(150, {
      name: `resident memory after ${views.toLocaleString('en')} page views and ${applications.toLocaleString('en')} applications`,
      value: await residentMegabytes(pid),
      unit: 'MB',
      note: `${before.toFixed(0)} MB after the start; one view in ${wizardShare} is a wizard page`,
    }),
  ];
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

async function inParallel(count: number, act: (index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Resident set of a process, as the kernel of Linux counts it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
