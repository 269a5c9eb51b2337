import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { rateLimits } from '#db/schema/system';
import type { Context } from '#server/context';
import { perform } from '#server/deed';
import { Refusal, refusals } from '#server/refusal';
import { dataFolder } from '#tests/support/server';
import { alternate, median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const waiting = 64;
const rounds = 200;

/**
 * Writes that wait together, half of them refused: as deeds, whose refusals leave the transaction as values, compared with
 * writes that return their refusals. What a refusal costs that is thrown through the transaction is told too.
 */
export const deeds: Group = { name: 'deeds', measure };

async function measure(): Promise<Row[]> {
  const folder = await dataFolder();
  const db = await openDatabase({ url: `file:${folder.path}/deeds.db` });
  await migrateDatabase(db, 'db/migrations');
  // what a deed uses that neither records nor has mails
  const context = {
    db,
    config: { production: true },
    cipher: createFieldCipher(Buffer.alloc(32, 3).toString('base64')),
    now: () => 1_000,
    today: () => '2026-11-20',
  } as unknown as Context;
  const ways = {
    returned: () => all((isRefused) => db.write(async (tx) => (isRefused ? refusals.notFound() : add(tx)))),
    deed: () =>
      all((isRefused) =>
        perform(context, null, async ({ tx }) => {
          if (isRefused) throw refusals.notFound();
          await add(tx);
        }),
      ),
    thrown: () =>
      all((isRefused) =>
        db.write(async (tx) => {
          if (isRefused) throw refusals.notFound();
          await add(tx);
        }),
      ),
  };
  // the first rounds compile and grow the file
  await alternate(10, ways.returned, ways.deed);
  const pairs = await alternate(
    rounds,
    () => timeOf(ways.returned),
    () => timeOf(ways.deed),
  );
  const thrown = await repeat(5, () => timeOf(ways.thrown));
  await db.close();
  await folder.remove();
  const shown = (times: number[]) => `${median(times).toFixed(1)} ms`;
  const both = [shown(pairs.map(([returned]) => returned)), shown(pairs.map(([, deed]) => deed))];
  return [
    atMost(1.1, {
      name: `${waiting} waiting writes, half of them refused: deeds against returned refusals`,
      value: median(pairs.map(([returned, deed]) => deed / returned)),
      digits: 2,
      note: `returned ${both[0]}, as deeds ${both[1]}, thrown through the transaction ${shown(thrown)}`,
    }),
  ];
}

async function add(tx: Parameters<Parameters<Database['write']>[0]>[0]): Promise<void> {
  await tx.insert(rateLimits).values({ key: crypto.randomUUID(), count: 1, endsAt: 1_000 });
}

/** Every second write is refused. */
async function all(write: (isRefused: boolean) => Promise<unknown>): Promise<void> {
  const writes = Array.from({ length: waiting }, (_, index) => write(index % 2 === 1));
  for (const { reason } of (await Promise.allSettled(writes)).filter((one) => one.status === 'rejected'))
    if (!(reason instanceof Refusal)) throw reason;
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
