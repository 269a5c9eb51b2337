/** Withdrawals, prepared applications and offers in every state, of the persons of the applications. */
import { eq } from 'drizzle-orm';
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
  dayOf,
  emailOf,
  horses,
  idOf,
  isAdded,
  owners,
  phoneOf,
  pick,
  type Seeding,
  seedMails,
  sources,
  staff,
} from './cases';

/** `application`: the index of that which it became or is about; null: of none. */
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
  for (const [index, one] of cast.entries()) if (isThere(one)) await seedWithdrawal(seeding, index, one);
  for (const [index, one] of prepared.entries()) if (isThere(one)) await seedPreparation(seeding, index, one);
  for (const [index, one] of offered.entries()) if (isThere(one)) await seedOffer(seeding, index, one);
}

async function seedPreparation(seeding: Seeding, index: number, given: (typeof prepared)[number]) {
  const { application, hoursAgo, callback, completed } = given;
  const owner = pick(owners, application ?? index);
  const { salutation, firstName, lastName } = owner;
  const email = emailOf(owner);
  const at = seeding.now - hoursAgo * hourMs;
  const [id, applicationId] = [idOf('4', index), idOf('a', application ?? firstUnbegun + index)];
  await isAdded(seeding, applications, { id: applicationId, createdAt: at, updatedAt: at });
  const { horseName, birthDate } = pick(horses, application ?? index);
  const isNew = await isAdded(seeding, preparations, {
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
  });
  if (!isNew) return;
  const source = callback === undefined ? phoneSource : pick(sources, callback);
  await setPrefill(seeding, applicationId, { prefilledFrom: id, prefilledBy: 'preparation', source });
  // nobody is invited to what is completed
  if (!completed) await seedMails(seeding, 'application_prepared', { about: { applicationId }, index, at });
}

async function seedOffer(seeding: Seeding, index: number, given: (typeof offered)[number]) {
  const { now } = seeding;
  const { application, hoursAgo, byStaff } = given;
  const at = now - hoursAgo * hourMs;
  const id = idOf('5', index);
  const applicationId = application === null ? null : idOf('a', application);
  const selection = selectionOf(index);
  const isReminded = index === reminded;
  const source = byStaff ? phoneSource : pick(sources, index);
  const isNew = await isAdded(seeding, offers, {
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
  });
  if (!isNew) return;
  if (applicationId)
    await setPrefill(seeding, applicationId, { prefilledFrom: id, prefilledBy: 'offer', source });
  const about = { offerId: id };
  await seedMails(seeding, 'offer_requested', { about, index, at });
  if (isReminded) await seedMails(seeding, 'offer_ending', { about, index: index + 1, at: now - hourMs });
}

type Prefilled = Pick<typeof applications.$inferInsert, 'prefilledFrom' | 'prefilledBy' | 'source'>;

async function setPrefill({ tx }: Seeding, applicationId: string, prefill: Prefilled) {
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

/** `application`: a completed one. */
type Given = Beginning & {
  match: WithdrawalMatch;
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

async function seedWithdrawal(seeding: Seeding, index: number, given: Given) {
  const { application, match, hoursAgo, elsewhere, outcome = null, note = null } = given;
  const person = pick(owners, application ?? index);
  const id = idOf('f', index);
  const applicationId = application === null ? null : idOf('a', application);
  const receivedAt = seeding.now - hoursAgo * hourMs;
  const closing = receivedAt + 2 * hourMs;
  const isNew = await isAdded(seeding, withdrawals, {
    id,
    receivedAt,
    name: elsewhere ? 'Stall am Lindenhof' : `${person.firstName} ${person.lastName}`,
    email: elsewhere ? 'stall.lindenhof@post.example' : emailOf(person),
    contract: match === 'exact' || match === 'number' ? applicationId : null,
    applicationId,
    match,
    outcome,
    note,
    closedAt: outcome === null ? null : closing,
    // nobody has a token whose hash this is
    contentHash: id,
    tokenHash: id,
  });
  if (!isNew) return;
  if (outcome === 'effective' && applicationId) {
    const actor = { id: idOf('a', 0), username: pick(staff, 0).username };
    await withdrawCases({ tx: seeding.tx, at: closing, ...dayOf(closing), actor }, [applicationId]);
  }
  const matter = { about: { withdrawalId: id, applicationId: null }, index, at: receivedAt };
  await seedMails(seeding, 'withdrawal_received', matter);
  if (!applicationId || match === 'suggested') return;
  await seedMails(seeding, 'withdrawal_matched', { ...matter, about: { ...matter.about, applicationId } });
}
