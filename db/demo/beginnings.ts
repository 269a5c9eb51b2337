/** Prepared applications and offers in every state, of the persons of the applications. */
import { eq } from 'drizzle-orm';
import { nationwide } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import { type DocumentSet, documentKinds } from '#domain/document-kinds';
import { phoneSource } from '#domain/fields';
import type { WithdrawalMatch, WithdrawalOutcome } from '#domain/law/withdrawals';
import { fallbackCatalogue, paymentFrequencies, tariffTypes } from '#domain/tariffs/catalogue';
import { quote } from '#domain/tariffs/premium';
import { dayMs, hourMs } from '#domain/time';
import { withdrawCases } from '../cases/change';
import { sha256Of } from '../hash';
import { applications } from '../schema/applications';
import { preparations } from '../schema/desk';
import { offers, withdrawals } from '../schema/law';
import {
  emailOf,
  horses,
  idOf,
  owners,
  phoneOf,
  pick,
  type Seeding,
  seedMails,
  sources,
  staff,
} from './cases';

/** `application`: the index of that which it became; null: of none. */
type Beginning = { application: number | null; hoursAgo: number };

/** Open, expired, begun, completed. */
const prepared: readonly (Beginning & { callback?: number; completed?: true })[] = [
  { application: null, hoursAgo: 5, callback: 0 },
  { application: null, hoursAgo: 20 * 24 },
  { application: 5, hoursAgo: 200 },
  { application: 3, hoursAgo: 120, completed: true },
];
/** Open, about to end, begun, completed, expired. */
const offered: readonly (Beginning & { byStaff?: true })[] = [
  { application: null, hoursAgo: 7 },
  { application: null, hoursAgo: 28 * 24 },
  { application: 4, hoursAgo: 140, byStaff: true },
  { application: 6, hoursAgo: 180 },
  { application: null, hoursAgo: 40 * 24 },
];
const [openHours, offerDays, reminded] = [14 * 24, 30, 1];
/** Those that no applicant has begun follow the others. */
const firstUnbegun = 900;

export async function seedBeginnings(seeding: Seeding, count: number): Promise<void> {
  const isThere = ({ application }: Beginning) => (application ?? 0) < count;
  for (const [index, one] of prepared.entries()) if (isThere(one)) await seedPreparation(seeding, index, one);
  for (const [index, one] of offered.entries()) if (isThere(one)) await seedOffer(seeding, index, one);
}

async function seedPreparation(seeding: Seeding, index: number, given: (typeof prepared)[number]) {
  const { tx, now } = seeding;
  const { application, hoursAgo, callback, completed } = given;
  const owner = pick(owners, application ?? index);
  const { salutation, firstName, lastName } = owner;
  const email = emailOf(owner);
  const at = now - hoursAgo * hourMs;
  const [id, applicationId] = [idOf('4', index), idOf('a', application ?? firstUnbegun + index)];
  const times = { createdAt: at, updatedAt: at };
  await tx
    .insert(applications)
    .values({ id: applicationId, ...times })
    .onConflictDoNothing();
  const { horseName, birthDate } = pick(horses, application ?? index);
  const added = await tx
    .insert(preparations)
    .values({
      id,
      applicationId,
      callbackId: callback === undefined ? null : idOf('d', callback),
      email,
      values: {
        contact: { salutation, firstName, lastName, email, phone: phoneOf(application ?? index) },
        horse: { horseName, birthDate },
        tariff: selectionOf(index),
      },
      username: pick(staff, index).username,
      createdAt: at,
      expiresAt: at + openHours * hourMs,
      requestHash: id,
    })
    .onConflictDoNothing()
    .returning({ id: preparations.id });
  if (added.length === 0) return;
  const source = callback === undefined ? phoneSource : pick(sources, callback);
  await setPrefill(seeding, applicationId, { prefilledFrom: id, prefilledBy: 'preparation', source });
  // nobody is invited to what is completed
  if (!completed) await seedMails(seeding, 'application_prepared', { about: { applicationId }, index, at });
}

async function seedOffer(seeding: Seeding, index: number, given: (typeof offered)[number]) {
  const { tx, now } = seeding;
  const { application, hoursAgo, byStaff } = given;
  const at = now - hoursAgo * hourMs;
  const id = idOf('5', index);
  const applicationId = application === null ? null : idOf('a', application);
  const selection = selectionOf(index);
  const isReminded = index === reminded;
  const source = byStaff ? phoneSource : pick(sources, index);
  const added = await tx
    .insert(offers)
    .values({
      id,
      number: `AN-DEMO-${id.slice(0, 8).toUpperCase()}`,
      email: emailOf(pick(owners, application ?? index + 3)),
      ...selection,
      horseBirthYear: index % 2 === 0 ? 2015 : null,
      monthlyCents: quote(fallbackCatalogue, selection, null, '2026-01-01')?.monthlyCents ?? 0,
      surchargePercent: 0,
      tariffVersion: 1,
      documents: noDocuments,
      createdAt: at,
      expiresAt: at + offerDays * dayMs,
      reminderConsent: isReminded,
      remindedAt: isReminded ? now - hourMs : null,
      source,
      username: byStaff ? pick(staff, index).username : null,
      applicationId,
    })
    .onConflictDoNothing()
    .returning({ id: offers.id });
  if (added.length === 0) return;
  if (applicationId)
    await setPrefill(seeding, applicationId, { prefilledFrom: id, prefilledBy: 'offer', source });
  const about = { offerId: id };
  await seedMails(seeding, 'offer_requested', { about, index, at });
  if (isReminded) await seedMails(seeding, 'offer_ending', { about, index: index + 1, at: now - hourMs });
}

type Prefilled = Pick<typeof applications.$inferInsert, 'prefilledFrom' | 'prefilledBy' | 'source'>;

async function setPrefill({ tx }: Seeding, applicationId: string, prefill: Prefilled): Promise<void> {
  await tx.update(applications).set(prefill).where(eq(applications.id, applicationId));
}

function selectionOf(index: number) {
  return {
    tariffType: pick(tariffTypes, index),
    selfParticipation: 250,
    paymentFrequency: pick(paymentFrequencies, index),
  };
}

/** Nobody has documents before the first start. */
const noDocuments = Object.fromEntries(documentKinds.map((kind) => [kind, sha256Of(kind)])) as DocumentSet;

type Given = {
  /** Index of the completed application that it is about; null: of none. */
  application: number | null;
  match: WithdrawalMatch;
  hoursAgo: number;
  /** Sent from another address than that of the application. */
  elsewhere?: true;
  outcome?: WithdrawalOutcome;
  note?: string;
};

const cast: readonly Given[] = [
  { application: 0, match: 'exact', hoursAgo: 3 },
  { application: 3, match: 'number', hoursAgo: 26, elsewhere: true },
  { application: 6, match: 'suggested', hoursAgo: 51 },
  { application: 9, match: 'exact', hoursAgo: 75, outcome: 'effective' },
  { application: null, match: 'none', hoursAgo: 98, outcome: 'unmatched', note: 'Telefonisch geklärt' },
];

export async function seedWithdrawals(seeding: Seeding, count: number): Promise<void> {
  for (const [index, given] of cast.entries()) {
    if ((given.application ?? 0) < count) await seedWithdrawal(seeding, index, given);
  }
}

async function seedWithdrawal(seeding: Seeding, index: number, given: Given) {
  const { application, match, hoursAgo, elsewhere, outcome = null, note = null } = given;
  const person = owners[(application ?? index) % owners.length];
  if (!person) throw new Error('The cast is empty.');
  const id = idOf('f', index);
  const applicationId = application === null ? null : idOf('a', application);
  const receivedAt = seeding.now - hoursAgo * hourMs;
  const added = await seeding.tx
    .insert(withdrawals)
    .values({
      id,
      receivedAt,
      name: elsewhere ? 'Stall am Lindenhof' : `${person.firstName} ${person.lastName}`,
      email: elsewhere ? 'stall.lindenhof@post.example' : emailOf(person),
      contract: match === 'exact' || match === 'number' ? applicationId : null,
      applicationId,
      match,
      outcome,
      note,
      closedAt: outcome === null ? null : receivedAt + 2 * hourMs,
      // nobody has a token whose hash this is
      contentHash: id,
      tokenHash: id,
    })
    .onConflictDoNothing()
    .returning({ id: withdrawals.id });
  if (added.length === 0) return;
  if (outcome === 'effective' && applicationId)
    await endCase(seeding, applicationId, receivedAt + 2 * hourMs);
  const about = { withdrawalId: id };
  await seedMails(seeding, 'withdrawal_received', { about, index, at: receivedAt });
  if (applicationId && match !== 'suggested')
    await seedMails(seeding, 'withdrawal_matched', {
      about: { ...about, applicationId },
      index,
      at: receivedAt,
    });
}

async function endCase({ tx }: Seeding, applicationId: string, at: number): Promise<void> {
  const actor = { id: idOf('a', 0), username: staff[0]?.username ?? '' };
  await withdrawCases({ tx, at, today: berlinDay(new Date(at)), calendar: nationwide, actor }, [
    applicationId,
  ]);
}
