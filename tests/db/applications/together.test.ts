/** Saves that are stored together, on a file and on a server. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { findSet } from '#db/applications/find';
import { otherAddress, storeSet } from '#db/applications/save';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { applications } from '#db/schema/applications';
import { openMigrated } from '#tests/db/support/migrated';
import { setScratch } from '#tests/db/support/processes';
import { johanna, matthias } from '#tests/support/people';

const here = setScratch();

const cipher = createFieldCipher(Buffer.alloc(32, 7).toString('base64'));
const places = {
  file: async () => `file:${here.path('app.db')}`,
  server: async () => (await here.startSqld()).url,
};

describe.each(Object.entries(places))('saves on a %s that travel together', (_, urlOf) => {
  test('are stored each for itself', async () => {
    const db = await openMigrated(await urlOf());
    const ids = Array.from({ length: 30 }, () => crypto.randomUUID());
    const first = await Promise.all(ids.map((id) => save(db, id, `${id}@mail.example`, 'first')));
    expect(first.map((saved) => saved?.created)).toEqual(ids.map(() => true));

    const [completed = '', twice = '', ...others] = ids;
    await db.write((tx) =>
      tx.update(applications).set({ completedAt: 5 }).where(eq(applications.id, completed)),
    );
    const fresh = crypto.randomUUID();
    const [refused, earlier, again, created, bank, ...changed] = await Promise.all([
      save(db, completed, 'refused@mail.example', 'second'),
      save(db, twice, 'earlier@mail.example', 'second'),
      save(db, twice, 'later@mail.example', 'third'),
      save(db, fresh, 'fresh@mail.example', 'fourth'),
      storeSet(db, cipher, 'sepa-mandate', matthias['sepa-mandate'], {
        id: twice,
        now: 9,
        authorHash: 'bank',
        network: 'home',
        source: 'bank',
      }),
      ...others.map((id) => save(db, id, `${id}@new.example`, 'second')),
    ]);
    expect(refused).toBeNull();
    expect(earlier).toMatchObject({ created: false, record: { email: 'earlier@mail.example' } });
    expect(again).toMatchObject({ created: false, record: { email: 'later@mail.example' } });
    expect(created).toMatchObject({ created: true, authorHash: 'fourth' });
    expect(bank).toMatchObject({ created: true, authorHash: 'bank' });
    for (const [index, saved] of changed.entries()) {
      // the author is the one of the first save
      expect(saved).toMatchObject({
        created: false,
        authorHash: 'first',
        record: { applicationId: others[index] },
      });
    }
    const sources = await db.read
      .select({ id: applications.id, source: applications.source })
      .from(applications);
    expect(new Map(sources.map(({ id, source }) => [id, source]))).toEqual(
      // of the first save
      new Map([...ids.map((id) => [id, 'first'] as const), [fresh, 'fourth'] as const]),
    );
    const emails = await Promise.all(
      [completed, twice, fresh, ...others].map((id) => findSet(db, cipher, id, 'contact-data')),
    );
    expect(emails.map((contact) => contact?.email)).toEqual([
      `${completed}@mail.example`,
      'later@mail.example',
      'fresh@mail.example',
      ...others.map((id) => `${id}@new.example`),
    ]);
  });

  test('store no other address where each keeps its own', async () => {
    const db = await openMigrated(await urlOf());
    const [fresh, same, other] = [0, 1, 2].map(() => crypto.randomUUID()) as [string, string, string];
    await Promise.all([same, other].map((id) => save(db, id, 'known@mail.example', 'first')));
    const [created, kept, refused] = await Promise.all([
      saveContact(db, fresh, 'fresh@mail.example', 'first', true),
      saveContact(db, same, 'known@mail.example', 'second', true),
      saveContact(db, other, 'other@mail.example', 'second', true),
    ]);
    expect(created).toMatchObject({ created: true, record: { email: 'fresh@mail.example' } });
    expect(kept).toMatchObject({ created: false, record: { email: 'known@mail.example' } });
    expect(refused).toBe(otherAddress);
    expect(await findSet(db, cipher, other, 'contact-data')).toMatchObject({ email: 'known@mail.example' });
  });
});

async function save(db: Database, id: string, email: string, authorHash: string) {
  const saved = await saveContact(db, id, email, authorHash);
  if (saved === otherAddress) throw new Error('It kept no address.');
  return saved;
}

function saveContact(db: Database, id: string, email: string, authorHash: string, keepingAddress = false) {
  const contact = { ...johanna['contact-data'], email };
  const touch = { id, now: 7, authorHash, network: 'home', source: authorHash };
  return storeSet(db, cipher, 'contact-data', contact, touch, keepingAddress);
}
