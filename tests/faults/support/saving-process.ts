// Saves whole applications into the file given as the first argument, by 8 writers at once, until it is killed;
// says on stdout `id` for each that the database has acknowledged, and nothing before that.
import { writeSync } from 'node:fs';
import { type SetValues, setTables, toColumns } from '#db/applications/sets';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/client';
import { applications } from '#db/schema';
import { setKeys } from '#domain/steps/all';
import { johanna } from '#tests/support/people';

const [file = '', key = ''] = process.argv.slice(2);
const db = await openDatabase({ url: `file:${file}` });
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

await Promise.all(Array.from({ length: 8 }, saveForEver));

async function saveForEver() {
  for (;;) {
    const id = crypto.randomUUID();
    await db.write(async (tx) => {
      await tx.insert(applications).values({ id, createdAt: Date.now(), updatedAt: Date.now() });
      for (const set of setKeys) {
        // each set's values go to its own table; the compiler cannot follow the pair through the key
        const columns = toColumns(set, values[set], id, cipher) as never;
        await tx
          .insert(setTables[set])
          .values(Object.assign({ id: crypto.randomUUID(), applicationId: id }, columns));
      }
    });
    // past every buffer of this process: what was said must survive it
    writeSync(1, `${id}\n`);
  }
}
