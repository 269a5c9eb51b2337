import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit/actions';
import { addressKey } from '#domain/text/addresses';
import type { Transaction } from '../client';
import { deleteMails } from '../erasing/mails';
import { deletePreparations } from '../erasing/preparations';
import { deleteOpenEvidence } from '../evidence';
import { endLinks } from '../links';
import { applications, contactData, policyholderInfo, sepaMandates } from '../schema/applications';
import { documentDeliveries, outbox } from '../schema/mails';

/** Whose: the mandate is the policyholder's, links and proofs of an open application are the contact's. */
export type Part = 'contact' | 'policyholder';

/** How the audit log names them; a restore reads it there. */
export const erasedParts = {
  contact: 'contact_erased',
  policyholder: 'policyholder_erased',
} as const satisfies Record<Part, AuditAction>;

type Erased = { applications: string[]; mails: string[] };

/** And the mails about them to its person. */
export async function eraseParts(
  tx: Transaction,
  part: Part,
  named: readonly string[],
  at: number,
): Promise<Erased> {
  const open = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, [...named]), isNull(applications.completedAt)));
  const ids = open.map(({ id }) => id);
  const mails: string[] = [];
  for (const id of ids) mails.push(...(await mailsTo(tx, part, id)));
  await deleteMails(tx, inArray(outbox.id, mails));
  // what was dictated of both, and what the insurer may say of either
  await deletePreparations(tx, 'applicationId', ids);
  await tx.run(sql`delete from return_rows where application_id in ${ids}`);
  if (part === 'contact') await eraseContacts(tx, ids, at);
  else await erasePolicyholders(tx, ids);
  return { applications: ids, mails };
}

async function mailsTo(tx: Transaction, part: Part, applicationId: string): Promise<string[]> {
  const table = part === 'contact' ? contactData : policyholderInfo;
  const [person] = await tx
    .select({ email: table.email })
    .from(table)
    .where(eq(table.applicationId, applicationId));
  const mails = await tx
    .select({ id: outbox.id, email: outbox.recipientEmail })
    .from(outbox)
    .where(eq(outbox.applicationId, applicationId));
  const key = person && addressKey(person.email);
  return mails.filter(({ email }) => addressKey(email) === key).map(({ id }) => id);
}

// the wizard goes on where something is missing; what was known before would be theirs again
const backTo = (step: number) => ({
  currentStep: sql`min(${applications.currentStep}, ${step})`,
  prefilledFrom: null,
  prefilledBy: null,
});

/** It counts as a change, so that the other person has the whole period of an application without a contact. */
async function eraseContacts(tx: Transaction, ids: string[], now: number): Promise<void> {
  await deleteOpenEvidence(tx, ids);
  await tx.delete(documentDeliveries).where(inArray(documentDeliveries.applicationId, ids));
  await endLinks(tx, ids, now);
  await tx.delete(contactData).where(inArray(contactData.applicationId, ids));
  const reminders = { reminderConsent: false, remindersStoppedAt: null };
  await tx
    .update(applications)
    .set({ ...backTo(2), ...reminders, network: null, updatedAt: now })
    .where(inArray(applications.id, ids));
}

async function erasePolicyholders(tx: Transaction, ids: string[]): Promise<void> {
  await tx.delete(policyholderInfo).where(inArray(policyholderInfo.applicationId, ids));
  await tx.delete(sepaMandates).where(inArray(sepaMandates.applicationId, ids));
  await tx.update(applications).set(backTo(4)).where(inArray(applications.id, ids));
}
