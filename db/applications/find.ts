import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { Application, SetRecord, Sets } from '#domain/application';
import { lastStep, type SetKey, type StepNumber, setKeys } from '#domain/steps/all';
import { isoOf } from '#domain/time';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import {
  applications,
  contactData,
  horseData,
  policyholderInfo,
  sepaMandates,
  tariffSelections,
} from '../schema/applications';
import { offers } from '../schema/law';
import { first } from '../statements';
import { setTables, toRecord } from './save';

export type ApplicationRecord = ReturnType<typeof toApplication>;
export type LoadedApplication = { application: ApplicationRecord; sets: Sets };

export async function findApplication(reader: Reader, id: string): Promise<ApplicationRecord | null> {
  const [row] = await applicationById(reader, { id });
  return row ? toApplication(row) : null;
}

const hasId = eq(applications.id, sql.placeholder('id'));
const applicationById = statement((on) => on.select().from(applications).where(hasId).limit(1));

/** `cipher`: null for whoever needs no bank data, which then is empty: what cannot be decrypted must not stop them. */
export async function loadApplication(
  reader: Reader,
  cipher: FieldCipher | null,
  id: string,
): Promise<LoadedApplication | null> {
  const [row] = await applicationWithSets(reader, { id });
  return row ? loadedOf(row, cipher) : null;
}

/** By id; some hundred ids at most. */
export async function loadApplications(
  reader: Reader,
  cipher: FieldCipher | null,
  ids: readonly string[],
): Promise<Map<string, LoadedApplication>> {
  const rows = await selectWithSets(reader).where(inArray(applications.id, [...ids]));
  return new Map(rows.map((row) => [row.application.id, loadedOf(row, cipher)]));
}

const applicationWithSets = statement((on) => selectWithSets(on).where(hasId).limit(1));

function selectWithSets(on: Pick<Reader, 'select'>) {
  return on
    .select({ application: applications, ...setTables })
    .from(applications)
    .leftJoin(horseData, eq(horseData.applicationId, applications.id))
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(tariffSelections, eq(tariffSelections.applicationId, applications.id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .leftJoin(sepaMandates, eq(sepaMandates.applicationId, applications.id));
}

type Row = Awaited<ReturnType<typeof selectWithSets>>[number];

function loadedOf(row: Row, cipher: FieldCipher | null): LoadedApplication {
  const sets = Object.fromEntries(setKeys.map((key) => [key, toRecord(key, row[key], cipher)]));
  return { application: toApplication(row.application), sets: sets as Sets };
}

export async function findSet<K extends SetKey>(
  db: Database,
  cipher: FieldCipher,
  applicationId: string,
  key: K,
): Promise<SetRecord[K] | null> {
  const table = setTables[key];
  const [row] = await db.read.select().from(table).where(eq(table.applicationId, applicationId)).limit(1);
  return toRecord(key, row, cipher);
}

/** Null: none yet. One column, because each save of a person asks for it. */
export async function findAddress(
  reader: Reader,
  of: 'contact-data' | 'policyholder-info',
  applicationId: string,
): Promise<string | null> {
  const [row] = await addresses[of](reader, { applicationId });
  return row?.email ?? null;
}

const addressIn = ({ email, applicationId }: typeof contactData | typeof policyholderInfo) =>
  statement((on) =>
    on
      .select({ email })
      .from(email.table)
      .where(eq(applicationId, sql.placeholder('applicationId'))),
  );
const addresses = {
  'contact-data': addressIn(contactData),
  'policyholder-info': addressIn(policyholderInfo),
};

/** Who asked for the offer that an application is from; null: it is from none, or that is gone. */
export async function findOfferBehind(
  reader: Reader,
  { prefilledBy, prefilledFrom }: Pick<ApplicationRecord, 'prefilledBy' | 'prefilledFrom'>,
) {
  if (prefilledBy !== 'offer' || prefilledFrom === null) return null;
  const { id, email, askedBy } = offers;
  return first(reader.select({ email, askedBy }).from(offers).where(eq(id, prefilledFrom)));
}

export async function setTakenOver(tx: Transaction, id: string, takenOver: boolean): Promise<void> {
  await tx.update(applications).set({ takenOver }).where(eq(applications.id, id));
}

export async function setMonthlyPremium(tx: Transaction, applicationId: string, monthlyCents: number) {
  await premiumChange(tx, { applicationId, monthlyCents });
}

const premiumChange = statement((on) =>
  on
    .update(tariffSelections)
    .set({ monthlyCents: sql`${sql.placeholder('monthlyCents')}` })
    .where(eq(tariffSelections.applicationId, sql.placeholder('applicationId'))),
);

/** Of the step the visitor is on, or of the waiver of advice. */
export type Change = { step: StepNumber } | { waiver: boolean };

/** Null if the application is unknown or completed. */
export async function changeOpen(
  db: Database,
  { id, now, ...change }: Change & { id: string; now: number },
): Promise<ApplicationRecord | null> {
  const changing = 'step' in change ? stepChange : waiverChange;
  const [[row]] = await db.store([changing.bind({ id, now, ...change })], id);
  return row ? toApplication(row) : null;
}

type Completion = { mandateReference: string; creditor: { name: string; id: string }; now: number };

/** The caller has found it open. Without a waiver, advice is owed from now on. */
export async function markCompleted(
  tx: Transaction,
  id: string,
  { mandateReference, creditor, now }: Completion,
): Promise<ApplicationRecord> {
  const [row] = await completion(tx, { id, now });
  if (!row) throw new Error('The application was not open.');
  await mandateChange(tx, { id, mandateReference, creditorName: creditor.name, creditorId: creditor.id });
  return toApplication(row);
}

const now = sql`${sql.placeholder('now')}`;
const step = sql`${sql.placeholder('step')}`;
const changeOf = (values: SQLiteUpdateSetSource<typeof applications>) =>
  statement((on) =>
    on
      .update(applications)
      .set({ ...values, updatedAt: now })
      .where(and(hasId, isNull(applications.completedAt)))
      .returning(),
  );
const stepChange = changeOf({
  currentStep: step,
  furthestStep: sql`max(${applications.furthestStep}, ${step})`,
});
const waiverChange = changeOf({
  adviceWaiver: sql`${sql.param(sql.placeholder('waiver'), applications.adviceWaiver)}`,
});
const completion = changeOf({
  completedAt: now,
  currentStep: lastStep,
  furthestStep: lastStep,
  adviceOwed: sql`${applications.adviceWaiver} is not 1`,
  tariffVersion: sql`(select number from tariff_versions where state = 'active')`,
});
const mandateChange = statement((on) =>
  on
    .update(sepaMandates)
    .set({
      mandateReference: sql`${sql.placeholder('mandateReference')}`,
      creditorName: sql`${sql.placeholder('creditorName')}`,
      creditorId: sql`${sql.placeholder('creditorId')}`,
    })
    .where(eq(sepaMandates.applicationId, sql.placeholder('id'))),
);

function toApplication(row: typeof applications.$inferSelect) {
  return {
    ...row,
    ...applicationOf(row),
    adviceWaiver: row.adviceWaiver === true,
    restricted: row.restrictedAt !== null,
  };
}

type Visible = 'id' | 'currentStep' | 'completedAt' | 'createdAt' | 'updatedAt';

export function applicationOf(row: Pick<typeof applications.$inferSelect, Visible>): Application {
  return {
    id: row.id,
    currentStep: row.currentStep as StepNumber,
    completed: row.completedAt !== null,
    createdAt: isoOf(row.createdAt),
    lastUpdated: isoOf(row.updatedAt),
  };
}
