import { dataFolder, startServer } from '#tests/support/server';
import { median, repeat } from '../rounds';
import { atMost, type Group } from '../row';

const rounds = 5;

/** From the start of the process to its `ready` line. The first start creates the database and the administrator. */
export const start: Group = {
  name: 'start',
  measure: async () => {
    const starts = await repeat(rounds, startTwice);
    const seconds = (name: string, figures: number[]) =>
      atMost(1, {
        name: `start in production: ${name}`,
        value: median(figures),
        unit: 's',
        digits: 2,
        note: `from ${Math.min(...figures).toFixed(2)} to ${Math.max(...figures).toFixed(2)} s in ${rounds} rounds`,
      });
    return [
      seconds(
        'the first',
        starts.map(([first]) => first),
      ),
      seconds(
        'every later one',
        starts.map(([, later]) => later),
      ),
    ];
  },
};

async function startTwice(): Promise<[number, number]> {
  const folder = await dataFolder();
  const both: [number, number] = [await startIn(folder.path), await startIn(folder.path)];
  await folder.remove();
  return both;
}

async function startIn(folder: string): Promise<number> {
  const begun = performance.now();
  const server = await startServer(folder);
  const seconds = (performance.now() - begun) / 1000;
  await server.kill('SIGTERM');
  return seconds;
}
