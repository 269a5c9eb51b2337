import { join } from 'node:path';
import { linesOf, scratch } from '#tests/db/support/processes';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';
import { median, repeat } from '../rounds';
import { atLeast, atMost, type Group, type Row } from '../row';
import { type Opened, openApplications, saveInParallel, seconds, visitors } from './saving';

const rounds = 5;
const networkMs = 2;
const secrets = { JWT_SECRET: 'b'.repeat(32), DATA_KEY: Buffer.alloc(32, 7).toString('base64') };

const oneOfFile = 'saving on a server: one instance, share of the file';

/**
 * Saving a step on a database server, compared with the file in the same rounds. Database server, instances and load
 * share the cores. `bare` is what the database server itself can do: the same statements in the same groups, sent by a
 * bare client.
 */
export const savingOnServer: Group = { name: 'server-saving', measure, nearTarget: oneOfFile };

type Place = { server: RunningServer; opened: Opened[] }[];
type Result = { rate: number; p99: number };

async function measure(): Promise<Row[]> {
  const here = scratch();
  const ends: (() => Promise<unknown> | unknown)[] = [() => here.remove()];
  /** The visitors are shared among the instances. */
  const open = (instances: number, url?: string): Promise<Place> =>
    Promise.all(
      Array.from({ length: instances }, async () => {
        const folder = await dataFolder();
        const database = url ? { DATABASE_URL: url, ...secrets } : {};
        const server = await startServer(folder.path, { RATE_LIMIT: 'off', ...database });
        ends.push(folder.remove, () => server.kill('SIGTERM'));
        return { server, opened: await openApplications(server.url, visitors / instances) };
      }),
    );
  try {
    const { url } = await here.startSqld();
    const proxy = Bun.spawn([process.execPath, script('delaying-proxy'), url, String(networkMs)], {
      stdout: 'pipe',
    });
    ends.push(() => proxy.kill());
    const far = (await linesOf(proxy.stdout).next()).value;
    const [file, one, two, distant] = [
      await open(1),
      await open(1, url),
      await open(2, url),
      await open(1, far),
    ];
    const results = await repeat(1 + rounds, async () => ({
      file: await load(file),
      one: await load(one),
      two: await load(two),
      distant: await load(distant),
      bare: await bareGroups(url),
    }));
    // in the first round each instance is still compiling
    return rowsOf(results.slice(1));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function load(place: Place): Promise<Result> {
  const results = await Promise.all(place.map(({ server, opened }) => saveInParallel(server.url, opened)));
  return {
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

/** Saves per second of a bare client, in a separate process. */
async function bareGroups(url: string): Promise<number> {
  const command = [process.execPath, script('bare-groups'), url, String(visitors), String(seconds * 1000)];
  return Number(await new Response(Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' }).stdout).text());
}

const script = (name: string) => join(import.meta.dir, `../${name}.ts`);

type Round = { file: Result; one: Result; two: Result; distant: Result; bare: number };

function rowsOf(results: Round[]): Row[] {
  const of = (figure: (round: Round) => number) => median(results.map(figure));
  const rates = (['file', 'one', 'two', 'distant'] as const)
    .map((place) => `${place} ${Math.round(of((round) => round[place].rate))}`)
    .join(', ');
  const ratio = (name: string, budget: number, figure: (round: Round) => number) =>
    atLeast(budget, { name: `saving on a server: ${name}`, value: of(figure), digits: 2 });
  const p99 = (name: string, figure: (round: Round) => number) =>
    atMost(150, { name: `saving on a server: p99 of ${name}`, value: of(figure), unit: 'ms' });
  const note = `saves/s, medians of ${rounds} rounds: ${rates}, bare ${Math.round(of(({ bare }) => bare))}`;
  return [
    atLeast(0.4, {
      name: oneOfFile,
      value: of(({ one, file }) => one.rate / file.rate),
      digits: 2,
      note,
    }),
    ratio('one instance, share of the bare client', 0.7, ({ one, bare }) => one.rate / bare),
    ratio('two instances, share of the file', 0.5, ({ two, file }) => two.rate / file.rate),
    ratio('two instances, share of one', 1, ({ two, one }) => two.rate / one.rate),
    ratio(
      `${networkMs} ms of network, share of the file`,
      0.3,
      ({ distant, file }) => distant.rate / file.rate,
    ),
    p99('one instance', ({ one }) => one.p99),
    p99('two instances', ({ two }) => two.p99),
  ];
}
