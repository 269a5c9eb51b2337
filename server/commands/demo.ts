/** The demo data of `bun run seed`. */

import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { seedCast } from '#db/demo/applications';
import { mailDefaults } from '#domain/company';
import { placeholders } from '#domain/operator';
import { draftMail } from '../mail/kinds';

/** Adds `count` demo applications, and the mails that the product would have sent about them. `now` in ms. */
export async function seedDemo(
  db: Database,
  { cipher, now }: { cipher: FieldCipher; now: number },
  count?: number,
): Promise<void> {
  const context = {
    cipher,
    now: () => now,
    operator: placeholders,
    publicUrl: () => '',
    config: { mailInternalTo: mailDefaults.internalTo },
  };
  await seedCast(db, { cipher, now, draft: (...mail) => draftMail(context, ...mail) }, count);
}
