import type { Transaction } from '#db/client';
import { builtInTemplates } from '#domain/cases/messages';
import { type CaseStatus, isMessageStatus } from '#domain/cases/statuses';
import { Refusal } from '../../../refusal';
import { readMessage } from '../cases/messages';

/** The built-in message of a status, or why it cannot be sent; null: there is none. */
export async function messageAbout(tx: Transaction, applicationId: string, status: CaseStatus | undefined) {
  if (status === undefined || !isMessageStatus(status)) return null;
  const template = builtInTemplates.find((one) => one.status === status);
  if (!template) return null;
  const { subject, body } = template;
  try {
    return await readMessage(tx, applicationId, { id: crypto.randomUUID(), status, subject, body });
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.body.errors?.[0]?.message ?? error.message };
    throw error;
  }
}
