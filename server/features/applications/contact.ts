/** Saves the contact data, with the proof of a consent to reminders or of its withdrawal; and what a replaced one causes. */
import { findReminderConsent, markTakenOver } from '#db/applications/find';
import { type SavedSet, saveSet, storeSet, type Touch, touchApplication } from '#db/applications/save';
import { addEvidence, addRevocation } from '#db/evidence';
import { addressKey } from '#db/mails/caps';
import type { SetInput } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';

const key = 'contact-data';

type Written = SavedSet<typeof key> & { authorHash: string | null };

/** Null when the application is completed. */
export async function writeContact(
  context: Context,
  input: SetInput[typeof key],
  touch: Touch,
): Promise<Written | null> {
  if (input.reminderConsent) return await writeConsent(context, input, touch);
  const { db, cipher } = context;
  const saved = await storeSet(db, cipher, key, input, touch);
  // afterwards: nearly everybody who saves without a consent never gave one, and their save must not wait for a query
  if (saved?.reminderConsent) await db.write((tx) => addRevocation(tx, touch.id, touch.now));
  return saved;
}

/** A consent that was given before for the same address is not proven again. */
async function writeConsent(
  { db, cipher, wordings }: Context,
  input: SetInput[typeof key],
  touch: Touch,
): Promise<Written | null> {
  const { id: applicationId, now: at } = touch;
  return await db.write(async (tx) => {
    const before = await findReminderConsent(tx, applicationId);
    const touched = await touchApplication(tx, key, touch);
    const saved = touched && (await saveSet(tx, cipher, applicationId, key, input));
    if (!touched || !saved) return null;
    if (before === null || addressKey(before) !== addressKey(input.email)) {
      const wordingSha256 = wordings.hashes.reminders;
      const { email } = input;
      await addEvidence(tx, cipher, [
        { kind: 'reminder_consent', way: 'page', at, applicationId, wordingSha256, email },
      ]);
    }
    return { ...saved, authorHash: touched.authorHash };
  }, applicationId);
}

/**
 * Whoever knows the id may correct an address, but with the new one nobody erases more than the persons, and the contact
 * is told at the old one. Stored before the address, so that no crash between the two leaves it out.
 */
export async function noteReplaced(context: Context, id: string, of: SetKey, network: string): Promise<void> {
  const queued = await context.db.write(async (tx) => {
    await markTakenOver(tx, id);
    return of === key
      ? await queueMails(context, tx, 'contact_replaced', { applicationId: id }, network)
      : [];
  }, id);
  if (queued.length > 0) context.wakeMail();
}
