/** The demo data of `bun run seed`. */

import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { seedCast } from '#db/demo/applications';
import type { DraftMail } from '#db/demo/mails';
import { ensurePersonKey } from '#db/sealed-keys';
import { storeWordings } from '#db/wordings';
import { type Operator, placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { createAccessLinks } from '../access-links';
import { type Completed, proofsOf } from '../features/applications/declarations';
import { draftMail, privacyLinkTo } from '../mail/kinds';
import { createWordings } from '../wordings';

type Given = { cipher: FieldCipher; now: number; operator?: Operator };

/** Adds `count` demo applications, and the mails that the product would have sent about them. `now` in ms. */
export async function seedDemo(
  db: Database,
  { cipher, now, operator = placeholders }: Given,
  count?: number,
): Promise<void> {
  const clock = () => now;
  const links = createAccessLinks({ db, cipher, now: clock });
  // the secret makes links, which no subject has
  const config = { retention: usualPeriods, jwtSecret: '' };
  const context = { config, cipher, now: clock, operator, publicUrl: () => '', links };
  const { creditor } = operator;
  const draft: DraftMail = (...mail) => draftMail(context, ...mail);
  const draftPrivacyLink = (address: string) => privacyLinkTo(context, address);
  const wordings = createWordings(operator);
  await storeWordings(db, wordings.all, now);
  await ensurePersonKey(db, cipher);
  // as if the page had shown every wording of today
  const declared = (completed: Completed) => proofsOf(wordings, wordings.hashes, completed);
  await seedCast(db, { cipher, creditor, now, draft, draftPrivacyLink, proofsOf: declared }, count);
}
