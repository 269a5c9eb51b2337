/** What an applicant declares besides the data sets, and the proofs of all declarations. */

import { loadApplication } from '#db/applications/find';
import type { Transaction } from '#db/client';
import { findWordings, type NewEvidence } from '#db/evidence';
import { recipientsSentence, type StoredDeclarations } from '#domain/application';
import { declaredKeys, parseShown, type ShownKey } from '#domain/law/wordings';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import type { Wordings } from '../../wordings';

/** Null if the application is unknown, or completed: then only staff may see what was declared. */
export async function readDeclarations({ db }: Context, id: string): Promise<StoredDeclarations | null> {
  const { application, sets } = (await loadApplication(db.read, null, id)) ?? {};
  if (!application || application.completed) return null;
  const [contact, policyholder] = [sets?.['contact-data']?.email, sets?.['policyholder-info']?.email];
  const areTwo = contact && policyholder && !isSameAddress(contact, policyholder);
  return {
    adviceWaiver: application.adviceWaiver,
    ...(areTwo ? { recipients: recipientsSentence(contact, policyholder) } : {}),
  };
}

/** The hashes of the wordings that a page showed, by key. */
type Shown = Partial<Record<ShownKey, string>>;

/**
 * The wordings in the header of a submission; without a header none. Null if it is malformed, or names a text that was
 * never shown under its key.
 */
export async function shownIn(
  tx: Transaction,
  { hashes }: Wordings,
  header: string | null,
): Promise<Shown | null> {
  if (header === null) return {};
  const shown = parseShown(header);
  if (!shown) return null;
  // a page that was loaded before the last update of the product shows older ones
  const older = [...shown].filter(([key, sha256]) => hashes[key] !== sha256);
  if (older.length > 0) {
    const known = await findWordings(
      tx,
      older.map(([, sha256]) => sha256),
    );
    if (older.some(([key, sha256]) => known.get(sha256) !== key)) return null;
  }
  return Object.fromEntries(shown);
}

export type Completed = { applicationId: string; email: string; adviceWaiver: boolean; at: number };

/**
 * The proofs of a completion: each declaration as the page showed it, or as it is now if the page did not say. The box
 * on the duty of disclosure declares nothing, so it is proven only if a page showed it.
 */
export function proofsOf({ hashes }: Wordings, shown: Shown, completed: Completed): NewEvidence[] {
  const { applicationId, email, adviceWaiver, at } = completed;
  const declared = declaredKeys.filter((key) => key !== 'adviceWaiver' || adviceWaiver);
  const notice = shown.dutyOfDisclosure ? [shown.dutyOfDisclosure] : [];
  return [...notice, ...declared.map((key) => shown[key] ?? hashes[key])].map((wordingSha256) => ({
    at,
    kind: 'declaration',
    way: 'page',
    applicationId,
    wordingSha256,
    email,
  }));
}
