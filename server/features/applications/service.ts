/** Reads and saves an application: each call loads once, decides and stores once. */
import {
  type ApplicationRecord,
  findApplication,
  findReminderConsent,
  findSet,
  loadApplication,
  setMonthlyPremium,
  setStep,
  setTakenOver,
} from '#db/applications/find';
import { type SavedSet, saveSet, storeSet } from '#db/applications/save';
import { type StoredSelection, type Touch, touchApplication } from '#db/applications/touch';
import type { Transaction } from '#db/client';
import { addEvidence, addRevocation } from '#db/evidence';
import { findBasePrice } from '#db/tariffs/catalogue';
import type { Application, Entered, SetInput, SetRecord, Sets } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import type { PrefillSource } from '#domain/preparations/prefill';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { type PricedSelection, premiumOf, surchargeOf } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import type { Author } from '../../http/author';
import { type Refusal, refusals } from '../../refusal';
import type { Replacer } from './ownership';
import { stateOfSet } from './shown-state';

/** `created`: the set is new; `byAuthor`: saved by the browser that the application is marked with. */
type Saved = { record: SetRecord[SetKey]; created: boolean; byAuthor: boolean };

/** Null when nothing was saved under the id. */
export async function readApplication(context: Context, id: string): Promise<Application | null> {
  const record = await findApplication(context.db.read, id);
  return record ? publicView(record) : null;
}

type Viewer = { author: Author | null; isStaff: () => Promise<boolean> };

/**
 * A stored data set with its state; null when there is none or the viewer may not see it. After completion only staff
 * may see it. Viewers other than the author and staff get the mandate without its bank data.
 */
export async function readSet<K extends SetKey>(
  context: Context,
  id: string,
  key: K,
  viewer: Viewer,
): Promise<{ record: SetRecord[K]; state: string } | null> {
  const application = await findApplication(context.db.read, id);
  if (!application) return null;
  const isShown = !application.completed || (await viewer.isStaff());
  const record = isShown ? await findSet(context.db, context.cipher, id, key) : null;
  if (!record) return null;
  const isWhole = application.completed || isAuthor(application, viewer.author);
  return {
    record: isWhole ? record : (seenByOthers[key]?.(record) ?? record),
    state: stateOfSet(context.config, application, key, record),
  };
}

/**
 * An application and all its sets in one read; bank data as in `readSet`. `sets` is null after completion. `prefilledBy`:
 * what it was begun from; null: nothing.
 */
export async function readWizard(context: Context, id: string, author: Author | null) {
  const loaded = await loadApplication(context.db.read, context.cipher, id);
  if (!loaded) return null;
  const { application } = loaded;
  if (application.completed) return { application, sets: null, prefilledBy: null };
  const mandate = loaded.sets['sepa-mandate'];
  const visible: Sets['sepa-mandate'] =
    mandate && !isAuthor(application, author) ? withoutBankData(mandate) : mandate;
  const sets: Sets = { ...loaded.sets, 'sepa-mandate': visible };
  const { prefilledFrom, prefilledBy } = application;
  const source: PrefillSource | null = prefilledFrom === null ? null : (prefilledBy ?? 'application');
  return { application, sets, prefilledBy: source };
}

/**
 * Saves a data set. The server computes the premium. `network`: HMAC of the client network; `source`: of a new application.
 *
 * @throws Refusal when the application is completed
 */
export async function writeSet(
  context: Context,
  id: string,
  entered: Entered,
  { author, replacer, ...origin }: { author: Author; network: string; source: string; replacer: Replacer },
): Promise<Saved> {
  const touch = { id, now: context.now(), authorHash: author.hash, ...origin };
  const saved = await store(context, entered, touch, replacer);
  if (!saved) throw locked();
  return { record: saved.record, created: saved.created, byAuthor: isAuthor(saved, author) };
}

async function store(context: Context, entered: Entered, touch: Touch, replacer: Replacer) {
  if (entered.key === 'contact-data') return await writeContact(context, entered.input, touch, replacer);
  if (entered.key === 'policyholder-info')
    return await writePolicyholder(context, entered.input, touch, replacer);
  if (entered.key === 'sepa-mandate')
    return await storeSet(context.db, context.cipher, entered.key, entered.input, touch);
  return await perform(context, null, (deed) => writePriced(deed, context.cipher, entered, touch), touch.id);
}

type Priced = Extract<Entered, { key: 'tariff-selection' | 'horse-data' }>;

/** Saves a data set on which the price depends. */
async function writePriced(
  { tx, today }: Deed,
  cipher: Context['cipher'],
  { key, input }: Priced,
  touch: Touch,
) {
  const { id } = touch;
  if (key === 'horse-data') {
    const touched = touchApplication(tx, key, touch);
    const [application, saved] = await Promise.all([touched, saveSet(tx, cipher, id, key, input)]);
    if (!application || !saved) return null;
    const { selection, authorHash } = application;
    if (selection) {
      // a new birth date of the horse can change the age surcharge of a tariff that was chosen earlier
      const monthlyCents = monthlyCentsOf(selection, input.birthDate, today);
      if (monthlyCents !== selection.monthlyCents) await setMonthlyPremium(tx, id, monthlyCents);
    }
    return { ...saved, authorHash };
  }
  const application = await touchApplication(tx, key, touch);
  if (!application) return null;
  const { birthDate = null, authorHash } = application;
  const saved = await saveSet(tx, cipher, id, key, await priced(tx, input, birthDate, today));
  return saved && { ...saved, authorHash };
}

/**
 * Stores the step the visitor is on.
 *
 * @throws Refusal
 */
export async function moveToStep({ db, now }: Context, id: string, step: StepNumber): Promise<Application> {
  const moved = await setStep(db, id, step, now());
  if (!moved) throw await notOpen(db, id);
  return publicView(moved);
}

const locked = () =>
  refusals.conflict('Der Antrag wurde bereits eingereicht und kann nicht mehr geändert werden.');

/** Why an application cannot be changed: it is unknown, or completed. */
export async function notOpen({ read }: Context['db'], id: string): Promise<Refusal> {
  return (await findApplication(read, id)) ? locked() : refusals.unknownApplication();
}

/** What everybody who knows the id may see. */
export function publicView(record: ApplicationRecord): Application {
  const { id, currentStep, completed, createdAt, lastUpdated } = record;
  return { id, currentStep, completed, createdAt, lastUpdated };
}

function isAuthor(application: Pick<ApplicationRecord, 'authorHash'>, author: Author | null): boolean {
  return author !== null && author.hash === application.authorHash;
}

/** What viewers other than the author see of a set, if it is not everything. */
const seenByOthers: { [K in SetKey]?: (record: SetRecord[K]) => SetRecord[K] } = {
  'sepa-mandate': withoutBankData,
};

function withoutBankData(mandate: SetRecord['sepa-mandate']): SetRecord['sepa-mandate'] {
  return { ...mandate, iban: '', bic: '', ibanMasked: maskIban(mandate.iban) };
}

/** Prices the selection with the catalogue and the horse as this transaction sees them. */
async function priced(
  tx: Transaction,
  input: SetInput['tariff-selection'],
  birthDate: string | null,
  today: string,
) {
  const selection = { ...input, paymentFrequency: input.paymentFrequency ?? 'monthly' };
  return { ...selection, monthlyCents: await priceNow(tx, selection, birthDate, today) };
}

/** Discounted monthly premium in EUR cents, from the catalogue as this transaction sees it. */
export async function priceNow(
  tx: Transaction,
  selection: PricedSelection,
  birthDate: string | null,
  today: string,
): Promise<number> {
  const price = await findBasePrice(tx, selection.tariffType, selection.selfParticipation);
  return monthlyCentsOf({ ...selection, ...price }, birthDate, today);
}

/** Discounted monthly premium in EUR cents. */
function monthlyCentsOf(
  { baseCents, paymentFrequency, ageSurchargePercent }: Omit<StoredSelection, 'monthlyCents'>,
  birthDate: string | null,
  today: string,
): number {
  if (baseCents === null) throw new Error('The catalogue lacks the price of a selectable tariff.');
  const surcharge = surchargeOf(ageSurchargePercent, birthDate, today);
  return premiumOf(baseCents, paymentFrequency, surcharge).monthlyCents;
}

/** Saves the data of persons: with the proof of a consent to reminders or of its withdrawal, and what a new address causes. */

const key = 'contact-data';

type Written = SavedSet<typeof key> & { authorHash: string | null };

/** Null when the application is completed. */
async function writeContact(
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
async function writePolicyholder(
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
