import { join } from 'node:path';
import { dataFolder, type RunningServer } from '#tests/support/server';
import { responsesPerSecond } from '../load';
import { withProduct } from '../product';
import { alternate, median } from '../rounds';
import { atLeast, type Group, type Row } from '../row';

const rounds = 5;
const load = { headers: { 'accept-encoding': 'br' }, connections: 50, seconds: 2 };

const name = 'landing page, cached, br: share of the rate of a static Response';

/** The cached landing page compared with the fastest possible server: the same bytes as a static response. */
export const landingThroughput: Group = {
  name: 'landing-throughput',
  measure: () => withProduct(measure),
  nearTarget: name,
};

async function measure({ url }: RunningServer): Promise<Row[]> {
  const folder = await dataFolder();
  const file = join(folder.path, 'page.br');
  const { head, body } = await cachedPage(url);
  await Bun.write(file, body);
  const bare = Bun.spawn([process.execPath, join(import.meta.dir, '../bare-server.ts'), file, head], {
    stdout: 'pipe',
  });
  try {
    const bareUrl = await firstLine(bare.stdout);
    const both = await alternate(
      rounds,
      () => responsesPerSecond({ ...load, url }),
      () => responsesPerSecond({ ...load, url: bareUrl }),
    );
    const rates = [0, 1].map((side) => Math.round(median(both.map((round) => round[side] ?? 0))));
    return [
      atLeast(0.8, {
        name,
        value: median(both.map(([ours, theirs]) => ours / theirs)),
        digits: 2,
        note: `${rates.join(' and ')} answers/s, ${load.connections} connections, medians of ${rounds} rounds`,
      }),
    ];
  } finally {
    bare.kill();
    await folder.remove();
  }
}

/** The headers (as JSON) and brotli bytes of the page, once it is cached. */
async function cachedPage(url: string): Promise<{ head: string; body: Uint8Array }> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const page = await fetch(url, { headers: load.headers, decompress: false });
    const body = await page.bytes();
    // every server adds these two
    const { date: _, 'content-length': __, ...head } = Object.fromEntries(page.headers);
    if (head['content-encoding'] === 'br') return { head: JSON.stringify(head), body };
    await Bun.sleep(50);
  }
  throw new Error('The landing page did not come from the cache within 10 s.');
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}
