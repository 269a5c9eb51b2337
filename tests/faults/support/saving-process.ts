// Saves whole applications into the database whose URL is the first argument, with 8 parallel writers, until it is killed.
// Prints the id of each application once the database has acknowledged it. While a server is away, it tries again.
import { writeSync } from 'node:fs';
import { type SetValues, setTables, toColumns } from '#db/applications/save';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { applications } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { johanna } from '#tests/support/people';

const [url = '', key = ''] = process.argv.slice(2);
const cipher = createFieldCipher(key);
const values: SetValues = {
  ...johanna,
  'tariff-selection': {
    tariffType: 'top',
    selfParticipation: 250,
    paymentFrequency: 'monthly',
    monthlyCents: 4890,
  },
};

void openDatabase({ url }).then((db) => Promise.all(Array.from({ length: 8 }, () => saveForEver(db))));

async function saveForEver(db: Database) {
  for (;;) {
    const id = crypto.randomUUID();
    const write = save(db, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseUnavailable) return Bun.sleep(20).then(() => false);
        throw error;
      },
    );
    // written at once, without a buffer: a printed id must survive the kill
    if (await write) writeSync(1, `${id}\n`);
  }
}

/** Like a saved step, an application is written beside others. */
function save(db: Database, id: string): Promise<void> {
  return db.write(async (tx) => {
    await tx.insert(applications).values({ id, createdAt: Date.now(), updatedAt: Date.now() });
    for (const set of setKeys) {
      // the compiler cannot see that values and table belong to the same key
      const columns = toColumns(set, values[set], id, cipher) as never;
      await tx
        .insert(setTables[set])
        .values(Object.assign({ id: crypto.randomUUID(), applicationId: id }, columns));
    }
  }, id);
}
