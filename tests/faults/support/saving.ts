/** A process that saves applications until it is killed. */
import { linesOf } from '#tests/db/support/processes';
import { bundled } from './bundled';
import { onEnd } from './processes';
import { urlOf } from './saved-applications';

/** Starts the process. `acknowledged` grows with each application that the database has acknowledged. */
export async function startSaving(database: string, key: string) {
  const script = await bundled('tests/faults/support/saving-process.ts');
  const command = [process.execPath, script, urlOf(database), key];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  const acknowledged: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const reading = (async () => {
    for await (const id of linesOf(child.stdout)) {
      acknowledged.push(id);
      for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
    }
  })();
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
    await reading;
  };
  onEnd(kill);
  return {
    acknowledged,
    kill,
    /** Stops the process without closing its files. */
    freeze: () => child.kill('SIGSTOP'),
    /** Resolves when `count` applications are acknowledged. Rejects if the process ends before. */
    async untilAcknowledged(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (acknowledged.length >= count) resolve();
      const ended = reading.then(() => {
        if (acknowledged.length < count) throw new Error('The saving process ended unexpectedly.');
      });
      await Promise.race([promise, ended]);
    },
  };
}
