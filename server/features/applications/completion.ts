/** Completes an application: checks all rules again, fixes premium and mandate reference, queues the mails. */
import { loadApplication, markCompleted, setMonthlyPremium } from '#db/applications/find';
import { openCase } from '#db/cases/open';
import type { Transaction } from '#db/client';
import { addEvidence, findWordings, type NewEvidence } from '#db/evidence';
import { deleteWaitingReminders } from '#db/mails/outbox';
import {
  type AllSets,
  areAllThere,
  checkSet,
  incompleteTitle,
  missingSets,
  recipientsSentence,
  type StoredDeclarations,
} from '#domain/application';
import type { FieldError } from '#domain/fields';
import { newReference } from '#domain/ids';
import { declaredKeys, noticeKeys, parseShown, type ShownKey, wordingsHeader } from '#domain/law/wordings';
import { setKeys } from '#domain/steps/all';
import { toEuro } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { Refusal, refusals } from '../../refusal';
import { assertTaking } from '../../site';
import type { Wordings } from '../../wordings';
import { priceNow, publicView, stateOf } from './service';

/** What the page of the applicant showed; null: it did not say. */
export type ShownPage = {
  /** The state of the data (`stateOf`). */
  state: string | null;
  cents: number | null;
  wordings: string | null;
};

const dearer = (monthlyCents: number) =>
  new Refusal(409, { message: 'Der Beitrag hat sich geändert.', monthlyPremium: toEuro(monthlyCents) });
const outdated = () =>
  refusals.invalid([
    { path: wordingsHeader, message: 'Bitte laden Sie diese Seite neu, ihre Texte haben sich geändert' },
  ]);

/**
 * A completed application is returned unchanged. If its data is no longer what the page showed, nothing happens. If the
 * monthly premium is above the shown one, the application stays open and the new premium is stored, so that everybody
 * sees the same price.
 */
export async function completeApplication(context: Context, id: string, shown: ShownPage) {
  const completion = await perform(context, null, (deed) => complete(context, deed, id, shown));
  if (typeof completion === 'number') throw dearer(completion);
  return completion;
}

/** A number is the higher premium in cents. */
async function complete(context: Context, deed: Deed, id: string, shown: ShownPage) {
  const { tx, at, today, mail } = deed;
  const loaded = await loadApplication(tx, context.cipher, id);
  if (!loaded) throw refusals.unknownApplication();
  const { application: found, sets } = loaded;
  if (found.completed) return publicView(found);
  await assertTaking(tx, today);
  if (shown.state !== null && shown.state !== stateOf(context.config, found, sets))
    throw refusals.conflict('Die Angaben haben sich geändert.');
  if (!areAllThere(sets)) throw new Refusal(422, { message: incompleteTitle, missing: missingSets(sets) });
  const errors = errorsOf(sets, today);
  if (errors.length > 0) throw refusals.invalid(errors);
  const wordings = await shownIn(tx, context.wordings, shown.wordings);
  if (!wordings) throw outdated();

  const monthlyCents = await priceNow(tx, sets['tariff-selection'], sets['horse-data'].birthDate, today);
  await setMonthlyPremium(tx, id, monthlyCents);
  if (shown.cents !== null && monthlyCents > shown.cents) return monthlyCents;
  const mandateReference = newReference('SF', today);
  const { creditor } = context.operator;
  const closed = await markCompleted(tx, id, { now: at, mandateReference, creditor });
  const declared = { applicationId: id, email: sets['contact-data'].email, at, ...closed };
  await addEvidence(tx, context.cipher, proofsOf(context.wordings, wordings, declared));
  const confirmation = await openCase(tx, { applicationId: id, completedAt: at, ...caseIn(sets) }, deed);
  await deleteWaitingReminders(tx, [id]);
  await mail('application_completed', { applicationId: id });
  if (confirmation) await mail('confirmation_asked', { applicationId: id });
  return publicView(closed);
}

function caseIn(sets: AllSets) {
  const { horseName, insuranceStartDate: startsOn } = sets['horse-data'];
  return { contact: sets['contact-data'], policyholder: sets['policyholder-info'], horseName, startsOn };
}

function errorsOf(sets: AllSets, today: string): FieldError[] {
  return setKeys.flatMap((key) => {
    const checked = checkSet(key, today, sets[key]);
    return checked.ok ? [] : checked.errors;
  });
}

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

/** The wordings in a submission's header; null if it is malformed, or names a text never shown under its key. */
async function shownIn(tx: Transaction, { hashes }: Wordings, header: string | null): Promise<Shown | null> {
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

export type Completed = {
  applicationId: string;
  email: string;
  adviceWaiver: boolean;
  prefilledBy?: string | null;
  at: number;
};

/**
 * The proofs of a completion: each declaration as the page showed it, or as it is now if the page did not say. A notice
 * declares nothing, so it is proven only if a page showed it; without a header, that on the choice of insurers
 * (VVG § 60). And that it began with a call, in which nothing was declared.
 */
export function proofsOf({ hashes }: Wordings, shown: Shown, completed: Completed): NewEvidence[] {
  const { applicationId, email, adviceWaiver, prefilledBy, at } = completed;
  const of = { at, applicationId, email };
  const declared = declaredKeys.filter((key) => key !== 'adviceWaiver' || adviceWaiver);
  const seen = Object.keys(shown).length > 0 ? shown : { selection: hashes.selection };
  const notices = noticeKeys.flatMap((key) => seen[key] ?? []);
  const proven = [...notices, ...declared.map((key) => shown[key] ?? hashes[key])];
  const call: NewEvidence[] =
    prefilledBy === 'preparation' ? [{ ...of, kind: 'prepared', way: 'phone' }] : [];
  return [
    ...proven.map((wordingSha256) => ({ ...of, kind: 'declaration', way: 'page', wordingSha256 }) as const),
    ...call,
  ];
}
