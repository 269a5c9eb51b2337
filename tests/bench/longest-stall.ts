/** How long the thread of a server is busy with one thing. */
import { join } from 'node:path';
import { root } from '#tests/support/server';

/** `env`: of a server that writes its stalls into `file`, which is deleted afterwards. */
export async function withProbe<T>(
  measured: (file: string, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const file = join(root, 'dist-server', `stalls-${process.pid}`);
  const probe = join(import.meta.dir, 'stall-probe.ts');
  try {
    return await measured(file, { STALLS: file, BUN_OPTIONS: `--preload=${probe}` });
  } finally {
    await Bun.file(file).unlink();
  }
}

/** The longest stall while `act` runs and shortly after it, in ms; 0 for those too short to note. */
export async function longestStall(act: () => Promise<Response>, file: string): Promise<number> {
  const begun = Date.now();
  const response = await act();
  await response.bytes();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}.`);
  // what follows the response: mails, their PDF, the checkpoint after a deletion
  await Bun.sleep(500);
  const lines = (await Bun.file(file).exists()) ? (await Bun.file(file).text()).trim().split('\n') : [];
  const noted = lines.map((line) => line.split(' ').map(Number) as [number, number]);
  return Math.max(0, ...noted.filter(([at]) => at >= begun).map(([, length]) => length));
}
