/** A change of a case by staff, with the message that tells the applicant about it. */

import { recordAction } from '#db/audit/record';
import { type ChangeResult, changeCase } from '#db/cases/change';
import { findCase } from '#db/cases/find';
import type { Transaction } from '#db/client';
import type { Actor } from '#domain/accounts/actors';
import type { Case, CaseChangeRequest } from '#domain/cases/staff';
import { checkMessage } from '#domain/cases/staff-messages';
import { isMessageStatus } from '#domain/cases/statuses';
import type { FieldError } from '#domain/fields';
import type { Context } from '../../../context';
import { type MessageCheck, readMessage, type StepMessage, sendMessage } from './messages';

type Refused =
  | Extract<ChangeResult, { kind: 'unknown' | 'blocked' | 'invalid' }>
  /** The id of the message belongs to something else. */
  | { kind: 'different' }
  /** What is wrong with the message. */
  | { kind: 'wrong'; errors: FieldError[] };
export type CaseSaving =
  | { kind: 'saved'; case: Case }
  /** `username` made the last change; null: the applicant. */
  | { kind: 'stale'; username: string | null; current: Case }
  | Refused;

/**
 * Decides and stores in one transaction: step, event, message and mail. A refused change stores nothing. The same
 * message again does nothing, whatever has become of the case since.
 */
export async function saveCase(
  context: Context,
  applicationId: string,
  { message: given, ...request }: CaseChangeRequest,
  actor: Actor,
): Promise<CaseSaving> {
  const { status } = request;
  const checked = checkMessage(status, given);
  if (!checked.ok) return { kind: 'wrong', errors: checked.errors };
  const message = checked.value && status && isMessageStatus(status) ? { ...checked.value, status } : null;
  const saving = await context.db.write((tx) =>
    save(context, tx, { applicationId, request, message, actor }),
  );
  if (message && saving.kind === 'saved') context.wakeMail();
  return saving;
}

type Wanted = {
  applicationId: string;
  request: Omit<CaseChangeRequest, 'message'>;
  message: StepMessage | null;
  actor: Actor;
};

async function save(context: Context, tx: Transaction, wanted: Wanted): Promise<CaseSaving> {
  const { applicationId, request, message, actor } = wanted;
  const by = { actor, now: context.now(), today: context.today() };
  const sending = message && (await readMessage(tx, applicationId, message));
  if (sending?.kind === 'repeated') return await savedCase(tx, applicationId, by.today);
  const refused = refusedBy(sending);
  if (refused) return refused;
  const change = { ...request, hasMessage: message !== null };
  const result = await changeCase(tx, applicationId, change, { ...by, eventId: message?.id });
  if (result.kind === 'unknown' || result.kind === 'blocked' || result.kind === 'invalid') return result;
  if (result.kind === 'stale') {
    const current = await findCase(tx, applicationId, by.today);
    return current ? { kind: 'stale', username: result.username, current } : { kind: 'unknown' };
  }
  if (result.kind === 'changed' || result.read) {
    await recordAction(tx, actor, 'case_changed', [applicationId], by.now);
  }
  if (message && sending?.kind === 'new') {
    await sendMessage(context, tx, { applicationId, message, filled: sending.filled, actor });
  }
  return await savedCase(tx, applicationId, by.today);
}

function refusedBy(sending: MessageCheck | null): Refused | null {
  if (sending?.kind === 'wrong') return { kind: 'wrong', errors: sending.errors };
  return sending?.kind === 'different' || sending?.kind === 'unknown' ? { kind: sending.kind } : null;
}

async function savedCase(tx: Transaction, applicationId: string, today: string): Promise<CaseSaving> {
  const found = await findCase(tx, applicationId, today);
  return found ? { kind: 'saved', case: found } : { kind: 'unknown' };
}
