/** Recording the advice that an application without a waiver is owed. */
import { addAdvice, findAdvice } from '#db/applications/advice';
import { findApplication } from '#db/applications/find';
import { recordAction } from '#db/audit/record';
import type { Transaction } from '#db/client';
import type { Actor } from '#domain/accounts/actors';
import type { AdviceRecord, NewAdvice } from '#domain/applications/staff';
import type { Context } from '../../../context';
import { queueMails } from '../../../mail/kinds';

export type Advising =
  | { kind: 'recorded'; record: AdviceRecord }
  /**
   * `different`: the id belongs to other advice. `settled`: none is owed, or not yet. `restricted`: the person asked to
   * erase the application.
   */
  | { kind: 'unknown' | 'different' | 'settled' | 'restricted' };

/** Stores the advice and queues the mail that documents it. The same call again returns the same record. */
export async function recordAdvice(
  context: Context,
  applicationId: string,
  given: NewAdvice,
  actor: Actor,
): Promise<Advising> {
  const advising = await context.db.write((tx) => record(context, tx, { ...given, applicationId }, actor));
  if (advising.kind === 'recorded') context.wakeMail();
  return advising;
}

type Given = NewAdvice & { applicationId: string };

async function record(context: Context, tx: Transaction, given: Given, actor: Actor): Promise<Advising> {
  const { id, applicationId } = given;
  const before = await findAdvice(tx, id);
  if (before) return isSame(before, given) ? { kind: 'recorded', record: before } : different;
  const application = await findApplication(tx, applicationId);
  if (!application) return { kind: 'unknown' };
  if (!application.adviceOwed) return { kind: 'settled' };
  // it would end with a mail
  if (application.restricted) return { kind: 'restricted' };
  const at = context.now();
  const advice = { ...given, username: actor.username };
  await addAdvice(tx, { ...advice, at });
  await queueMails(context, tx, 'advice_recorded', { applicationId, adviceRecordId: id });
  await recordAction(tx, actor, 'advice_recorded', [applicationId], at);
  return { kind: 'recorded', record: { ...advice, at: new Date(at).toISOString() } };
}

const different: Advising = { kind: 'different' };

function isSame(record: AdviceRecord, { applicationId, wishes, advice }: Given): boolean {
  return record.applicationId === applicationId && record.wishes === wishes && record.advice === advice;
}
