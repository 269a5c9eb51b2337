import {
  type ApplicationRecord,
  type Change,
  changeOpen,
  findAddress,
  findApplication,
  findSet,
  loadApplication,
  setMonthlyPremium,
  setTakenOver,
} from '#db/applications/find';
import {
  otherAddress,
  type StoredSelection,
  saveSet,
  storeSet,
  type Touch,
  touchApplication,
} from '#db/applications/save';
import type { Transaction } from '#db/client';
import { addEvidence, addRevocation } from '#db/evidence';
import { findBasePrice } from '#db/tariffs/catalogue';
import { type Entered, type SetInput, type SetRecord, type Sets, setFields } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import type { PrefillSource } from '#domain/preparations/prefill';
import { type SetKey, setKeys } from '#domain/steps/all';
import { type PricedSelection, premiumOf, surchargeOf } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import type { Author } from '../../http/author';
import { keyedHash } from '../../keyed-hash';
import { refusals } from '../../refusal';
import type { Door, Replacer } from './door';

/**
 * A stored data set with its state; null when there is none or the viewer may not see it. After completion only staff
 * may see it. Viewers other than the author and staff get the mandate without its bank data.
 */
export async function readSet({ context, id, author, staff }: Door, key: SetKey) {
  const { db, cipher, config } = context;
  const application = await findApplication(db.read, id);
  if (!application || (application.completed && !(await staff()))) return null;
  const record = await findSet(db, cipher, id, key);
  if (!record) return null;
  const isWhole = application.completed || isAuthor(application, author()) || !('iban' in record);
  return {
    record: isWhole ? record : withoutBankData(record),
    state: stateOfSet(config, application, key, record),
  };
}

/** An application and all its sets in one read, bank data as in `readSet`; no sets after completion. */
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

/** The server computes the premium. `network`: HMAC of the client network; `source`: of a new application. */
export async function writeSet(
  door: Door,
  entered: Entered,
  { author, ...origin }: { author: Author; network: string; source: string },
  replacerAt: ReplacerAt,
) {
  const touch = { id: door.id, now: door.context.now(), authorHash: author.hash, ...origin };
  const saved = await store(door, entered, touch, replacerAt);
  if (!saved) throw locked();
  return { ...saved, byAuthor: isAuthor(saved, author) };
}

type ReplacerAt = (door: Door, entered: Entered) => Promise<Replacer>;
/** A data set on which no price depends. */
type Unpriced = Exclude<Entered, { key: 'horse-data' | 'tariff-selection' }>;

/**
 * Nearly every save only stores what was entered. That of a person asks whose address it replaces once it turns out to be
 * another one. Null when the application is completed.
 */
async function store(door: Door, entered: Entered, touch: Touch, replacerAt: ReplacerAt) {
  const { context } = door;
  const isPerson = entered.key === 'contact-data' || entered.key === 'policyholder-info';
  const alone = isUnproven(entered) ? entered : null;
  if (alone && door.tokens().length === 0) {
    const saved = await storeAlone(context, alone, touch, isPerson);
    if (saved !== otherAddress) return saved;
  }
  const replacer = await replacerAt(door, entered);
  const isNoted = entered.key === 'contact-data' ? replacer !== null : replacer === 'foreign';
  if (alone && !isNoted) {
    const saved = await storeAlone(context, alone, touch, false);
    return saved === otherAddress ? null : saved;
  }
  const write = (deed: Deed) => storeInOne(context, deed, entered, touch, replacer);
  return await perform(context, null, write, touch.id);
}

function isUnproven(entered: Entered): entered is Unpriced {
  if (entered.key === 'contact-data') return !entered.input.reminderConsent;
  return entered.key !== 'horse-data' && entered.key !== 'tariff-selection';
}

async function storeAlone(context: Context, { key, input }: Unpriced, touch: Touch, keepingAddress: boolean) {
  const saved = await storeSet(context.db, context.cipher, key, input, touch, keepingAddress);
  if (saved === otherAddress) return saved;
  // afterwards: nearly everybody who saves without a consent never gave one, and their save must not wait for a query
  if (saved?.reminderConsent)
    await perform(context, null, ({ tx }) => addRevocation(tx, touch.id, touch.now));
  return saved;
}

/** With what follows from it: a price, the proof of a consent or of its withdrawal, a new address. Null as above. */
async function storeInOne(
  context: Context,
  deed: Deed,
  { key, input }: Entered,
  touch: Touch,
  replacer: Replacer,
) {
  const { tx, today } = deed;
  const { cipher } = context;
  const { id } = touch;
  const touching = touchApplication(tx, key, touch);
  if (key === 'horse-data') {
    const [touched, saved] = await Promise.all([touching, saveSet(tx, cipher, id, key, input)]);
    const selection = touched?.selection;
    // a new birth date of the horse can change the age surcharge of a tariff that was chosen earlier
    const monthlyCents = selection && monthlyCentsOf(selection, input.birthDate, today);
    if (saved && monthlyCents && monthlyCents !== selection.monthlyCents)
      await setMonthlyPremium(tx, id, monthlyCents);
    return touched && saved && { ...saved, authorHash: touched.authorHash };
  }
  const touched = await touching;
  if (!touched) return null;
  const { birthDate = null, authorHash } = touched;
  if (key === 'tariff-selection') {
    const saved = await saveSet(tx, cipher, id, key, await priced(tx, input, birthDate, today));
    return saved && { ...saved, authorHash };
  }
  const consented = touched.reminderConsent ? await findAddress(tx, 'contact-data', id) : null;
  if (replacer) await noteReplaced(deed, id, key, replacer);
  const saved = await saveSet(tx, cipher, id, key, input);
  if (saved && key === 'contact-data') await proveConsent(context, tx, touch, input, consented);
  return saved && { ...saved, authorHash };
}

/** A consent that was given before for the same address is not proven again. `before`: the address that consented. */
async function proveConsent(
  { cipher, wordings }: Context,
  tx: Transaction,
  { id: applicationId, now: at }: Touch,
  { reminderConsent, email }: SetInput['contact-data'],
  before: string | null,
) {
  if (!reminderConsent && before !== null) await addRevocation(tx, applicationId, at);
  if (!reminderConsent || (before !== null && isSameAddress(before, email))) return;
  const wordingSha256 = wordings.hashes.reminders;
  await addEvidence(tx, cipher, [
    { kind: 'reminder_consent', way: 'page', at, applicationId, wordingSha256, email },
  ]);
}

/**
 * Whoever knows the id may correct the contact's address, but with the new one nobody erases more than the persons, until
 * it is corrected where the application was begun; and the contact is told at the old one.
 */
async function noteReplaced({ tx, mail }: Deed, id: string, key: SetKey, replacer: 'own' | 'foreign') {
  await setTakenOver(tx, id, replacer === 'foreign');
  if (replacer === 'foreign' && key === 'contact-data') await mail('contact_replaced', { applicationId: id });
}

export async function changeOf({ db, now }: Context, id: string, change: Change): Promise<ApplicationRecord> {
  const changed = await changeOpen(db, { ...change, id, now: now() });
  if (changed) return changed;
  throw (await findApplication(db.read, id)) ? locked() : refusals.unknownApplication();
}

const locked = () =>
  refusals.conflict('Der Antrag wurde bereits eingereicht und kann nicht mehr geändert werden.');

/** What everybody who knows the id may see. */
export function publicView(record: ApplicationRecord) {
  const { id, currentStep, completed, createdAt, lastUpdated } = record;
  return { id, currentStep, completed, createdAt, lastUpdated };
}

function isAuthor(application: Pick<ApplicationRecord, 'authorHash'>, author: Author | null): boolean {
  return author !== null && author.hash === application.authorHash;
}

function withoutBankData(mandate: SetRecord['sepa-mandate']): SetRecord['sepa-mandate'] {
  return { ...mandate, iban: '', bic: '', ibanMasked: maskIban(mandate.iban) };
}

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

function monthlyCentsOf(
  { baseCents, paymentFrequency, ageSurchargePercent }: Omit<StoredSelection, 'monthlyCents'>,
  birthDate: string | null,
  today: string,
): number {
  if (baseCents === null) throw new Error('The catalogue lacks the price of a selectable tariff.');
  const surcharge = surchargeOf(ageSurchargePercent, birthDate, today);
  return premiumOf(baseCents, paymentFrequency, surcharge).monthlyCents;
}

type Owned = Pick<ApplicationRecord, 'id' | 'authorHash' | 'adviceWaiver'>;

/** Says which data a page showed: it changes with the data, and reveals none of it. The price has its own header. */
function stateOfSet<K extends SetKey>(
  config: Context['config'],
  { id, authorHash }: Omit<Owned, 'adviceWaiver'>,
  key: K,
  record: SetRecord[K],
): string {
  const entered = Object.keys(setFields[key]).map((name) => Reflect.get(record, name) ?? null);
  // or whoever has the id could save one account after the other and see when the state of the stored one returns
  const author = key === 'sepa-mandate' ? authorHash : null;
  return keyedHash(config, 'shown-state')(JSON.stringify([id, key, author, entered])).slice(0, 22);
}

/** Of everything that the overview shows: the five data sets in their order, then the waiver of advice. */
export function stateOf(config: Context['config'], application: Owned, sets: Sets): string {
  const stateIn = <K extends SetKey>(key: K) => {
    const record = sets[key];
    return record ? stateOfSet(config, application, key, record) : '';
  };
  return [...setKeys.map(stateIn), application.adviceWaiver].join('.');
}
