import { readFileSync } from 'node:fs';
import { api, href, pages } from '#domain/urls';
import { johanna } from '#tests/support/people';
import type { RunningServer } from '#tests/support/server';
import { withProduct } from '../product';
import { atMost, type Group, type Row } from '../row';

/** Loads a page before the server is compiled for it, and while it is measured. */
const warmUp = 1000;
const measured = 3000;
const atOnce = 10;

/** Processor time of the server for a page that is not the landing page, with brotli. */
export const renderedPages: Group = { name: 'rendered-pages', measure: () => withProduct(measure) };

async function measure({ url, pid }: RunningServer): Promise<Row[]> {
  const id = crypto.randomUUID();
  const saved = await fetch(url + href(api.set('contact-data'), { id }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(johanna['contact-data']),
  });
  if (!saved.ok) throw new Error(`The step was not saved: ${saved.status}.`);
  const empty = () => href(pages.application, { id: crypto.randomUUID() });
  const rows: [name: string, budget: number, path: () => string][] = [
    ['an empty wizard', 0.15, empty],
    ['the login page', 0.15, () => pages.login],
    ['the shell of the backoffice', 0.15, () => pages.backoffice],
    ['a wizard with stored data', 1.2, () => href(pages.application, { id })],
  ];
  const found: Row[] = [];
  for (const [name, budget, path] of rows) {
    await load(warmUp, () => url + path());
    const before = processorMs(pid);
    await load(measured, () => url + path());
    const value = (processorMs(pid) - before) / measured;
    found.push(atMost(budget, { name: `processor time of ${name}, br`, value, unit: 'ms', digits: 2 }));
  }
  return found;
}

async function load(times: number, address: () => string): Promise<void> {
  let left = times;
  const one = async () => {
    for (; left > 0; left -= 1) {
      const response = await fetch(address(), { headers: { 'accept-encoding': 'br' } });
      await response.bytes();
      if (response.headers.get('content-encoding') !== 'br') throw new Error('A page was not compressed.');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The processor time that a process has used, from `/proc` (100 ticks a second). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // user and system time are the 12th and 13th field after the name, which may contain blanks
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
