import { api, href, pages } from '#domain/urls';
import { johanna } from '#tests/support/people';
import type { RunningServer } from '#tests/support/server';
import { withProduct } from '../product';
import { atMost, type Group, type Row } from '../row';

const applications = 1_000;
const landingViews = 9_000;
/** Unlike the landing page, the wizard is rendered for each visitor. */
const wizardViews = 1_000;
const atOnce = 20;
const restMs = 15_000;
const soakMinutes = 10;

/** Resident memory after many started applications and page views. */
export const memory: Group = { name: 'memory', measure: () => withProduct(measure) };

async function measure({ url, pid }: RunningServer): Promise<Row[]> {
  await inParallel(applications, () => beginApplication(url));
  await inParallel(landingViews, () => view(url + pages.home));
  const halfway = await residentMegabytes(pid);
  await inParallel(wizardViews, () => view(url + href(pages.application, { id: crypto.randomUUID() })));
  const atOnceAfter = await residentMegabytes(pid);
  // the server releases memory when it is idle
  await Bun.sleep(restMs);
  const [all, begun] = [landingViews + wizardViews, applications].map((count) => count.toLocaleString('en'));
  return [
    atMost(150, {
      name: `resident memory after ${all} page views and ${begun} applications`,
      value: await residentMegabytes(pid),
      unit: 'MB',
      note: `after ${restMs / 1000} s of rest; ${atOnceAfter.toFixed(0)} MB before it, ${halfway.toFixed(0)} before the last ${wizardViews.toLocaleString('en')} views, which are of the wizard`,
    }),
  ];
}

/** Whether memory keeps growing during a long series of visits. Runs only with `--soak`. */
export const soak: Group = { name: 'soak', measure: () => withProduct(measureSoak) };

async function measureSoak({ url, pid }: RunningServer): Promise<Row[]> {
  const minutes: number[] = [];
  while (minutes.length < soakMinutes) {
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      await inParallel(100, () => view(url + pages.home));
      await inParallel(20, () => view(url + href(pages.application, { id: crypto.randomUUID() })));
      await inParallel(20, () => beginApplication(url));
    }
    minutes.push(await residentMegabytes(pid));
  }
  // the first minutes fill caches and compile code; growth after them would not stop
  const half = soakMinutes / 2;
  const [early, late] = [minutes.slice(1, half), minutes.slice(half)].map((part) => Math.max(...part));
  return [
    atMost(10, {
      name: `resident memory: growth in the second half of ${soakMinutes} minutes of visits`,
      value: (late ?? 0) - (early ?? 0),
      unit: 'MB',
      note: `${minutes.map((megabytes) => megabytes.toFixed(0)).join(', ')} MB after each minute`,
    }),
  ];
}

async function view(address: string) {
  const response = await fetch(address);
  await response.bytes();
  if (!response.ok) throw new Error(`A page responded with ${response.status}`);
}

async function beginApplication(url: string) {
  const response = await fetch(url + href(api.set('contact-data'), { id: crypto.randomUUID() }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(johanna['contact-data']),
  });
  await response.bytes();
  if (response.status !== 201) throw new Error(`An application responded with ${response.status}`);
}

async function inParallel(count: number, act: () => Promise<void>) {
  let begun = 0;
  const worker = async () => {
    while (begun++ < count) await act();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The resident set of a process, from the Linux kernel. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
