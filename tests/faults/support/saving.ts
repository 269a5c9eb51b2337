/** A process of its own that saves applications until it is killed. */
import { join } from 'node:path';
import { onEnd } from './processes';

/** Starts it. `acknowledged` grows with each application that the database has taken. */
export async function startSaving(file: string, key: string) {
  const command = [process.execPath, join(import.meta.dir, 'saving-process.ts'), file, key];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  const acknowledged: string[] = [];
  const waiting: { answers: number; resolve: () => void }[] = [];
  const reading = (async () => {
    let rest = '';
    for await (const chunk of child.stdout) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      acknowledged.push(...lines);
      for (const one of waiting) if (acknowledged.length >= one.answers) one.resolve();
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
    /** Has it stand still, with its files open. */
    freeze: () => child.kill('SIGSTOP'),
    /** Resolves when so many are acknowledged; rejects when the process ends before. */
    async heard(answers: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ answers, resolve });
      if (acknowledged.length >= answers) resolve();
      const ended = reading.then(() => {
        if (acknowledged.length < answers) throw new Error('The saving process ended by itself.');
      });
      await Promise.race([promise, ended]);
    },
  };
}
