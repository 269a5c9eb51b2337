/** Saves the data of persons: with the proof of a consent to reminders or of its withdrawal, and what a new address causes. */
import { findReminderConsent, setTakenOver } from '#db/applications/find';
import { type SavedSet, saveSet, storeSet } from '#db/applications/save';
import { type Touch, touchApplication } from '#db/applications/touch';
import type { Transaction } from '#db/client';
import { addEvidence, addRevocation } from '#db/evidence';
import type { SetInput } from '#domain/application';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import type { Replacer } from './ownership';

const key = 'contact-data';

type Written = SavedSet<typeof key> & { authorHash: string | null };

/** Null when the application is completed. */
export async function writeContact(
  context: Context,
  input: SetInput[typeof key],
  touch: Touch,
  replacer: Replacer,
): Promise<Written | null> {
  if (input.reminderConsent || replacer) return await writeInOne(context, input, touch, replacer);
  const { db, cipher } = context;
  const saved = await storeSet(db, cipher, key, input, touch);
  // afterwards: nearly everybody who saves without a consent never gave one, and their save must not wait for a query
  if (saved?.reminderConsent)
    await perform(context, null, ({ tx }) => addRevocation(tx, touch.id, touch.now));
  return saved;
}

/** Null as above. */
export async function writePolicyholder(
  context: Context,
  input: SetInput['policyholder-info'],
  touch: Touch,
  replacer: Replacer,
) {
  if (replacer === 'foreign')
    await perform(context, null, ({ tx }) => setTakenOver(tx, touch.id, true), touch.id);
  return await storeSet(context.db, context.cipher, 'policyholder-info', input, touch);
}

async function writeInOne(
  context: Context,
  input: SetInput[typeof key],
  touch: Touch,
  replacer: Replacer,
): Promise<Written | null> {
  const { id } = touch;
  const write = async (deed: Deed) => {
    const { tx } = deed;
    const touched = await touchApplication(tx, key, touch);
    if (!touched) return null;
    const before = await findReminderConsent(tx, id);
    if (replacer) await noteReplaced(deed, id, replacer);
    const saved = await saveSet(tx, context.cipher, id, key, input);
    if (!saved) return null;
    if (input.reminderConsent) await proveConsent(context, tx, touch, { before, email: input.email });
    else if (before !== null) await addRevocation(tx, id, touch.now);
    return { ...saved, authorHash: touched.authorHash };
  };
  return await perform(context, null, write, id);
}

/** A consent that was given before for the same address is not proven again. */
async function proveConsent(
  { cipher, wordings }: Context,
  tx: Transaction,
  { id: applicationId, now: at }: Touch,
  { before, email }: { before: string | null; email: string },
) {
  if (before !== null && isSameAddress(before, email)) return;
  const wordingSha256 = wordings.hashes.reminders;
  await addEvidence(tx, cipher, [
    { kind: 'reminder_consent', way: 'page', at, applicationId, wordingSha256, email },
  ]);
}

/**
 * Whoever knows the id may correct the contact's address, but with the new one nobody erases more than the persons, until
 * it is corrected where the application was begun; and the contact is told at the old one.
 */
async function noteReplaced({ tx, mail }: Deed, id: string, replacer: Replacer) {
  await setTakenOver(tx, id, replacer === 'foreign');
  if (replacer === 'foreign') await mail('contact_replaced', { applicationId: id });
}
