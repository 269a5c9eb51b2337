import { join } from 'node:path';
import autocannon from 'autocannon';
import { api, href } from '#domain/urls';
import { johanna } from '#tests/support/people';
import { dataFolder, type RunningServer } from '#tests/support/server';
import { withProduct } from '../product';
import { alternate, median } from '../rounds';
import { atLeast, atMost, type Group, type Row } from '../row';

const rounds = 5;
export const visitors = 50;
export const seconds = 2;
const body = JSON.stringify(johanna['contact-data']);
const headers = { 'content-type': 'application/json' };

/** Saving a step over HTTP compared with a bare loop of transactions of the same durability. */
export const saving: Group = { name: 'saving', measure: () => withProduct(measure) };

async function measure({ url }: RunningServer): Promise<Row[]> {
  const opened = await openApplications(url, visitors);
  const folder = await dataFolder();
  const both = await alternate(
    rounds,
    () => saveInParallel(url, opened),
    () => bareTransactions(folder.path),
  );
  await folder.remove();
  const rate = Math.round(median(both.map(([saved]) => saved.rate)));
  const bareRate = Math.round(median(both.map(([, bare]) => bare)));
  return [
    atLeast(1, {
      name: `saving a step, ${visitors} visitors at once: share of the rate of bare transactions`,
      value: median(both.map(([saved, bare]) => saved.rate / bare)),
      digits: 2,
      note: `${rate} saved steps/s, ${bareRate} bare transactions/s, medians of ${rounds} rounds`,
    }),
    atMost(50, {
      name: `saving a step, ${visitors} visitors at once: p99`,
      value: median(both.map(([saved]) => saved.p99)),
      unit: 'ms',
    }),
  ];
}

export type Opened = { id: string; cookie: string };

/** Applications of `count` visitors. The first save creates them. The measured ones change them. */
export function openApplications(url: string, count: number): Promise<Opened[]> {
  return Promise.all(Array.from({ length: count }, () => openApplication(url)));
}

async function openApplication(url: string): Promise<Opened> {
  const id = crypto.randomUUID();
  const response = await fetch(url + href(api.set('contact-data'), { id }), {
    method: 'POST',
    headers,
    body,
  });
  await response.bytes();
  return { id, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** All visitors save again and again. The rate is per second, `p99` in milliseconds. */
export async function saveInParallel(url: string, opened: Opened[], duration = seconds) {
  const requests = opened.map(({ id, cookie }) => ({
    method: 'POST' as const,
    path: href(api.set('contact-data'), { id }),
    headers: { ...headers, cookie },
    body,
  }));
  let next = 0;
  const result = await autocannon({
    url,
    connections: opened.length,
    duration,
    setupClient: (client) => {
      const own = requests[next++ % requests.length];
      if (own) client.setRequests([own]);
    },
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} saves failed.`);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

/** Transactions per second, in a separate process with its own file. */
async function bareTransactions(folder: string): Promise<number> {
  const script = join(import.meta.dir, '../bare-transactions.ts');
  const command = [process.execPath, script, join(folder, 'bare.db'), String(seconds * 1000)];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  return Number(await new Response(child.stdout).text());
}
