import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { seedCast } from '#db/demo/applications';
import type { QueueMails } from '#db/demo/cases';
import { storeWordings } from '#db/evidence';
import { ensurePersonKey } from '#db/sealed-keys';
import { type Operator, placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { type Completed, proofsOf } from '../features/applications/completion';
import { subjectOf } from '../mails/kinds';
import { queueMails } from '../mails/queue';
import { createWordings } from '../wordings';

type Given = { cipher: FieldCipher; now: number; operator?: Operator };

/** Adds `count` demo applications, and the mails that the product would have sent about them. `now` in ms. */
export async function seedDemo(
  db: Database,
  { cipher, now, operator = placeholders }: Given,
  count?: number,
): Promise<void> {
  const clock = () => now;
  // the secret makes links, which no subject has
  const mailIn = { imapUrl: null, token: null };
  const config = { retention: usualPeriods, jwtSecret: '', rateLimit: false, mailIn };
  const context = { config, now: clock, operator, publicUrl: () => '' };
  const { creditor } = operator;
  const queue: QueueMails = async (tx, cause, about, to) => {
    const mails = await queueMails(context, tx, cause, about, { to });
    return await Promise.all(
      mails.map(async (mail) => ({ ...mail, subject: await subjectOf(context, tx, mail) })),
    );
  };
  const wordings = createWordings(operator);
  await storeWordings(db, wordings.all, now);
  await ensurePersonKey(db, cipher);
  // as if the page had shown every wording of today
  const declared = (completed: Completed) => proofsOf(wordings, wordings.hashes, completed);
  await seedCast(db, { cipher, creditor, now, queue, proofsOf: declared }, count);
}
