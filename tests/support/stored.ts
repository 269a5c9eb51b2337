/** What is stored, in the order in which it was. */
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { TestApp } from './app';

type App = Pick<TestApp, 'db'>;

export const rowsOf = <Table extends SQLiteTable>({ db }: App, table: Table) => db.read.select().from(table);

/** The queue of mails, or those of one kind. */
export async function mailsOf(app: App, kind?: (typeof outbox.$inferSelect)['emailType']) {
  return (await rowsOf(app, outbox)).filter(({ emailType }) => emailType === (kind ?? emailType));
}

/** The kinds of all mails in the queue, sorted. */
export const kindsOf = async (app: App): Promise<string[]> =>
  (await mailsOf(app)).map(({ emailType }) => emailType).sort();

/** The proofs, or those of one kind. */
export async function proofsOf(app: App, kind?: (typeof evidence.$inferSelect)['kind']) {
  return (await rowsOf(app, evidence)).filter((proof) => proof.kind === (kind ?? proof.kind));
}

/** The audit log, or its entries of one action. */
export async function auditOf(app: App, action?: (typeof auditLog.$inferSelect)['action']) {
  return (await rowsOf(app, auditLog)).filter((entry) => entry.action === (action ?? entry.action));
}
