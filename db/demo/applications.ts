import { eq } from 'drizzle-orm';
import { addDays, berlinDay } from '#domain/dates';
import { lastStep, type StepNumber, setKeys, stepOf } from '#domain/steps/all';
import { deductibles, fallbackCatalogue, paymentFrequencies, tariffTypes } from '#domain/tariffs/catalogue';
import { quote } from '#domain/tariffs/premium';
import { hourMs, minuteMs } from '#domain/time';
import { type SetValues, setTables, toColumns } from '../applications/save';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Transaction } from '../client';
import { addEvidence, type NewEvidence } from '../evidence';
import { applications } from '../schema/applications';
import { callbackRequests } from '../schema/desk';
import { adviceRecords } from '../schema/law';
import { seedBeginnings } from './beginnings';
import {
  accounts,
  advice,
  emailOf,
  horses,
  idOf,
  isAdded,
  type Matter,
  messages,
  owners,
  phoneOf,
  pick,
  preferredTimes,
  type QueueMails,
  seedCase,
  seedMails,
  seedReminders,
  sources,
  staff,
} from './cases';

const completedEvery = 3;
const stepNumbers: readonly StepNumber[] = [1, 2, 3, 4, 5, 6];

type Completed = { applicationId: string; email: string; adviceWaiver: boolean; at: number };
type Given = {
  cipher: FieldCipher;
  creditor: { name: string; id: string };
  now: number;
  queue: QueueMails;
  proofsOf: (completed: Completed) => NewEvidence[];
};
type Seeding = Given & { tx: Transaction };
type Completion = Matter<{ applicationId: string }>;

/** And two thirds as many callback requests, the newest an hour before `now`, and withdrawals about them. */
export async function seedCast(db: Database, given: Given, count = 36): Promise<void> {
  await db.write(async (tx) => {
    const seeding = { ...given, tx };
    for (let index = 0; index < count; index += 1) await seedApplication(seeding, index);
    for (let index = 0; index < (count * 2) / 3; index += 1) await seedCallback(seeding, index);
    await seedBeginnings(seeding, count);
  });
}

async function seedApplication(seeding: Seeding, index: number) {
  const { tx, cipher, creditor, now } = seeding;
  const id = idOf('a', index);
  const completed = isCompleted(index);
  const open = index - Math.ceil(index / completedEvery);
  const step = completed ? lastStep : pick(stepNumbers, open);
  // drafts without contact data are not kept for long (domain/retention/periods.ts)
  const hasContact = step > 2;
  const createdAt = now - (hasContact ? (index + 1) * 19 : 1 + (index % 20)) * hourMs;
  const updatedAt = Math.min(now - hourMs, createdAt + step * 7 * minuteMs);
  const completedAt = completed ? updatedAt : null;
  // some visitors went back to an earlier step
  const furthestStep = index % 5 === 2 ? Math.min(step + 1, lastStep) : step;
  const times = { createdAt, updatedAt, completedAt };
  const row = {
    id,
    currentStep: step,
    furthestStep,
    ...times,
    ...adviceOf(index),
    source: pick(sources, index),
  };
  if (!(await isAdded(seeding, applications, row))) return;

  const values = valuesOf(index, berlinDay(new Date(now)));
  const mandateReference = `SF-DEMO-${id.slice(0, 8).toUpperCase()}`;
  const mandate = { mandateReference, creditorName: creditor.name, creditorId: creditor.id };
  // an application has at least one saved step
  const saved = completed ? setKeys.length : Math.max(1, step - 1);
  for (const [position, key] of setKeys.slice(0, saved).entries()) {
    // the columns are those of the table of this key, which the compiler cannot follow
    const columns = toColumns(key, values[key], id, cipher) as never;
    const setId = idOf('b', index * setKeys.length + position);
    const fixed = completed && key === 'sepa-mandate' ? mandate : {};
    await tx.insert(setTables[key]).values(Object.assign({ id: setId, applicationId: id }, fixed, columns));
  }
  const matter = { about: { applicationId: id }, index, at: updatedAt };
  if (saved >= stepOf('tariff-selection').number) await seedMails(seeding, 'documents_offered', matter);
  if (completed) return await seedCompleted(seeding, matter, values);
  if (saved > 1 && values['contact-data'].reminderConsent) await seedReminders(seeding, matter);
  // as if a second person had been entered and had erased their part
  if (saved === stepOf('tariff-selection').number) await seedMails(seeding, 'part_erased', matter);
  // as if its contact had corrected the address on another device
  if (saved === stepOf('contact-data').number) await seedMails(seeding, 'contact_replaced', matter);
}

async function seedCompleted(seeding: Seeding, matter: Completion, values: SetValues) {
  const { about, index, at } = matter;
  await seedMails(seeding, 'application_completed', matter);
  if (isAdvised(index)) await seedAdvice(seeding, matter);
  const { email } = values['contact-data'];
  const adviceWaiver = adviceOf(index).adviceWaiver === true;
  const declared = seeding.proofsOf({ ...about, email, adviceWaiver, at });
  await addEvidence(seeding.tx, seeding.cipher, declared);
  await seedCase(seeding, matter, values);
  if (index % 4 === 0) await seedMails(seeding, 'link_requested', matter);
  const to = [{ name: '', address: email }];
  if (index % 5 === 0) await seedMails(seeding, 'privacy_link_requested', { about: {}, index, at }, to);
}

// in turns a completed application was advised, waits for advice, or waived it
const isCompleted = (index: number) => index % completedEvery === 0;
const isAdvised = (index: number) => isCompleted(index) && (index / completedEvery) % 3 === 0;
// its policyholder has not answered yet
const isForAnother = (index: number) => index === 2 * completedEvery;
const adviceOf = (index: number) => ({
  adviceOwed: isCompleted(index) && (index / completedEvery) % 3 === 1,
  adviceWaiver: isCompleted(index) && (index / completedEvery) % 3 === 2 ? true : null,
});

async function seedAdvice(seeding: Seeding, { about, index, at }: Completion) {
  const given = { id: idOf('e', index), ...about, ...advice, at: at + hourMs / 2 };
  await seeding.tx.insert(adviceRecords).values({ ...given, username: pick(staff, 0).username });
  const matter = { about: { ...about, adviceRecordId: given.id }, index, at: given.at };
  await seedMails(seeding, 'advice_recorded', matter);
}

async function seedCallback(seeding: Seeding, index: number) {
  const { tx, now } = seeding;
  const person = pick(owners, index * 3);
  const createdAt = now - (index + 1) * 11 * hourMs;
  const id = idOf('d', index);
  const isNew = await isAdded(seeding, callbackRequests, {
    id,
    name: `${person.firstName} ${person.lastName}`,
    phone: phoneOf(index),
    email: index % 5 === 4 ? null : emailOf(person),
    preferredTime: pick(preferredTimes, index),
    message: pick(messages, index),
    source: pick(sources, index),
    processedAt: index % 3 === 0 ? createdAt + 4 * hourMs : null,
    createdAt,
  });
  if (!isNew) return;
  const about = { callbackRequestId: id };
  await seedMails(seeding, 'callback_requested', { about, index, at: createdAt });
  // after the mails, which nobody would get otherwise
  const noCallsAt = createdAt + 2 * hourMs;
  if (index % 10 === 7)
    await tx.update(callbackRequests).set({ noCallsAt }).where(eq(callbackRequests.id, id));
}

function valuesOf(index: number, today: string): SetValues {
  const person = pick(owners, index);
  const horse = pick(horses, index);
  const account = pick(accounts, index);
  const selection = {
    // shifted, so that each tariff has completed applications
    tariffType: pick(tariffTypes, index + Math.floor(index / completedEvery)),
    selfParticipation: pick(deductibles, Math.floor(index / 2)),
    paymentFrequency: pick(paymentFrequencies, Math.floor(index / 3)),
  };
  const { salutation, firstName, lastName } = person;
  const other = pick(owners, index + 1);
  const reach = { salutation, firstName, lastName, email: emailOf(person), phone: phoneOf(index) };
  return {
    'horse-data': {
      ...horse,
      insuranceStartDate: addDays(today, 1 + (index % 40)),
      requirementsConsent: true,
    },
    'contact-data': { ...reach, dataProcessingConsent: true, reminderConsent: index % 5 !== 2 },
    'tariff-selection': {
      ...selection,
      monthlyCents: quote(fallbackCatalogue, selection, horse.birthDate, today)?.monthlyCents ?? 0,
    },
    'policyholder-info': isForAnother(index)
      ? { ...other, email: emailOf(other), phone: phoneOf(index) }
      : { ...person, ...reach },
    'sepa-mandate': { accountHolder: `${firstName} ${lastName}`, ...account, mandateConsent: true },
  };
}
