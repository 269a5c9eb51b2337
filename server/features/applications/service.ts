/** The visitor's application: load once, decide, store once. */
import {
  type ApplicationRecord,
  findApplication,
  findHorseBirthDate,
  findSelection,
  findSet,
  loadApplication,
  type Sets,
  saveSet,
  setMonthlyPremium,
  setStep,
  touchApplication,
} from '../../../db/applications';
import type { Transaction } from '../../../db/client';
import type { SetValues } from '../../../db/sets';
import { readCatalogue } from '../../../db/tariffs';
import type { Application, SetInput, SetRecord } from '../../../domain/application';
import { maskIban } from '../../../domain/iban';
import { type PricedSelection, quote } from '../../../domain/premium';
import type { SetKey, StepNumber } from '../../../domain/steps';
import { type Context, todayOf } from '../../context';

/** `created`: for the first time; `byAuthor`: by the browser that the application is marked with. */
export type Saved<K extends SetKey> = { record: SetRecord[K]; created: boolean; byAuthor: boolean };
export type Author = { hash: string };

/** An application as the API shows it; null when nothing was saved under the id. */
export async function readApplication(context: Context, id: string): Promise<Application | null> {
  const record = await findApplication(context.db.read, id);
  return record ? publicView(record) : null;
}

/**
 * A stored data set; null when there is none or the reader may not see it: once completed, only staff may.
 * Who is not the author gets the mandate without its bank data.
 */
export async function readSet<K extends SetKey>(
  context: Context,
  id: string,
  key: K,
  reader: { author: Author | null; isStaff: () => Promise<boolean> },
): Promise<SetRecord[K] | null> {
  const application = await findApplication(context.db.read, id);
  if (!application) return null;
  const staff = application.completed && (await reader.isStaff());
  if (application.completed && !staff) return null;
  const record = await findSet(context.db, context.cipher, id, key);
  if (!record || staff || isAuthor(application, reader.author)) return record;
  return withoutBankData(record);
}

/** Application and all sets for a page of the wizard, in one read; bank data as in `readSet`. */
export async function readWizard(context: Context, id: string, author: Author | null) {
  const loaded = await loadApplication(context.db.read, context.cipher, id);
  if (!loaded) return null;
  const application = publicView(loaded.application);
  if (application.completed) return { application, sets: null };
  const mandate = loaded.sets['sepa-mandate'];
  const visible: Sets['sepa-mandate'] =
    mandate && !isAuthor(loaded.application, author) ? withoutBankData(mandate) : mandate;
  const sets: Sets = { ...loaded.sets, 'sepa-mandate': visible };
  return { application, sets };
}

/** Saves a checked data set; null when the application is completed. The premium is the server's, never the client's. */
export async function writeSet<K extends SetKey>(
  context: Context,
  id: string,
  key: K,
  input: SetInput[K],
  author: Author,
): Promise<Saved<K> | null> {
  const pricing = key === 'horse-data' || key === 'tariff-selection' ? await pricingOf(context) : null;
  const touch = { id, now: context.now(), authorHash: author.hash, takeOver: key === 'sepa-mandate' };
  return await context.db.write(async (tx) => {
    const application = await touchApplication(tx, touch);
    if (!application) return null;
    const values = pricing && 'tariffType' in input ? await priced(tx, id, input, pricing) : input;
    // `priced` adds what the tariff selection stores beyond its input; the compiler cannot follow the key
    const saved = await saveSet(tx, context.cipher, id, key, values as SetValues[K]);
    if (pricing && 'birthDate' in input) await reprice(tx, id, input.birthDate, pricing);
    return { ...saved, byAuthor: isAuthor(application, author) };
  });
}

/** Stores the step the visitor is on. */
export async function moveToStep(
  context: Context,
  id: string,
  step: StepNumber,
): Promise<Application | 'unknown' | 'completed'> {
  const moved = await context.db.write((tx) => setStep(tx, id, step, context.now()));
  if (moved) return publicView(moved);
  return (await findApplication(context.db.read, id)) ? 'completed' : 'unknown';
}

/** What anyone with the id may know. */
export function publicView({ authorHash: _, ...application }: ApplicationRecord): Application {
  return application;
}

function isAuthor(application: ApplicationRecord, author: Author | null): boolean {
  return author !== null && author.hash === application.authorHash;
}

function withoutBankData<T extends SetRecord[SetKey]>(record: T): T {
  return 'iban' in record ? { ...record, iban: '', bic: '', ibanMasked: maskIban(record.iban) } : record;
}

/** Prices selections by the catalogue of this moment: discounted monthly premium in EUR cents. */
async function pricingOf(context: Context): Promise<Pricing> {
  const catalogue = await readCatalogue(context.db);
  return (selection, birthDate) => {
    const premium = quote(catalogue, selection, birthDate, todayOf(context));
    if (!premium) throw new Error('The catalogue lacks the price of a selectable tariff.');
    return premium.monthlyCents;
  };
}

type Pricing = (selection: PricedSelection, birthDate: string | null) => number;

/** The horse is read in the transaction that stores the price: it may have been changed a moment ago. */
async function priced(tx: Transaction, id: string, input: SetInput['tariff-selection'], pricing: Pricing) {
  const selection = { ...input, paymentFrequency: input.paymentFrequency ?? 'monthly' };
  return { ...selection, monthlyCents: pricing(selection, await findHorseBirthDate(tx, id)) };
}

/** A horse's new birth date can change the surcharge of a tariff chosen before. */
async function reprice(tx: Transaction, id: string, birthDate: string, pricing: Pricing) {
  const selection = await findSelection(tx, id);
  if (selection) await setMonthlyPremium(tx, id, pricing(selection, birthDate));
}
