import { type ChangeOutcome, changeCase, changeCases, lastActor, usernameOf } from '#db/cases/change';
import type { Actor } from '#domain/accounts/actors';
import {
  type BulkRequest,
  type BulkResult,
  type Case,
  type CaseChangeRequest,
  staleSentence,
  unknownCase,
} from '#domain/cases/staff';
import { checkMessage } from '#domain/cases/staff-messages';
import { blockSentence, invalidChanges } from '#domain/cases/statuses';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { refusals, valid } from '../../../refusal';
import { noSuchCase, readMessage, sendMessage } from './messages';
import { findOpenedCase, knownCase, withDuplicates } from './opened';

/** Step, event, message and mail. The same message again does nothing, whatever has become of the case since. */
export async function saveCase(
  context: Context,
  actor: Actor,
  id: string,
  { message: given, ...wish }: CaseChangeRequest,
): Promise<Case> {
  const message = valid(checkMessage(wish.status, given));
  const saved = await perform(context, actor, async (deed) => {
    const sending = message && (await readMessage(deed.tx, id, message));
    if (!sending?.isRepeated) {
      const change = { ...wish, hasMessage: message !== null, reads: true } as const;
      const policy = context.config.policyholderConfirmation;
      const outcome = await changeCase({ ...deed, eventId: message?.id, policy }, id, change);
      await refuse(deed, id, outcome);
      if (outcome.kind !== 'same') await deed.record('case_changed', [id]);
      if (sending) await sendMessage(deed, actor, id, sending);
    }
    return await knownCase(deed, id);
  });
  // compared when nobody waits to write any more
  return await withDuplicates(context.db.read, id, saved);
}

/** @throws Refusal unless the change was made, or nothing differed */
async function refuse(deed: Deed, id: string, outcome: ChangeOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'unknown':
      throw noSuchCase();
    case 'stale': {
      const current = await findOpenedCase(deed.tx, id, deed.today);
      throw refusals.stale(staleSentence(await lastActor(deed.tx, id)), current);
    }
    case 'blocked':
      throw refusals.conflict(blockSentence(outcome.block, outcome.from, outcome.to));
    case 'invalid':
      throw refusals.invalid([outcome.error]);
  }
}

/** Assigns cases, or sets their follow-up. What is wrong with one of them is reported and keeps no other back. */
export async function changeMany(context: Context, actor: Actor, request: BulkRequest): Promise<BulkResult> {
  const { assigneeId, followUpOn } = request;
  if ((assigneeId === undefined) === (followUpOn === undefined)) {
    throw invalid(['assigneeId', 'followUpOn'], 'Bitte wählen Sie entweder eine Person oder einen Tag');
  }
  if (followUpOn !== undefined && followUpOn < context.today()) {
    throw invalid(['followUpOn'], invalidChanges.past);
  }
  const named = request.cases.map(({ id, version }) => ({ id: id.toLowerCase(), version }));
  return await perform(context, actor, async (deed) => {
    if (assigneeId && (await usernameOf(deed.tx, assigneeId)) === null) {
      throw invalid(['assigneeId'], invalidChanges.assignee);
    }
    const changed: string[] = [];
    const skipped: BulkResult['skipped'] = [];
    for (const [id, outcome] of await changeCases(deed, named, { assigneeId, followUpOn })) {
      const reason = await reasonOf(deed.tx, id, outcome);
      if (reason !== null) skipped.push({ id, reason });
      else if (outcome.kind === 'changed') changed.push(id);
    }
    await deed.record('case_changed', changed);
    return { changed: changed.length, skipped };
  });
}

function invalid(paths: (keyof BulkRequest)[], message: string) {
  return refusals.invalid(paths.map((path) => ({ path, message })));
}

async function reasonOf(tx: Deed['tx'], id: string, outcome: ChangeOutcome): Promise<string | null> {
  if (outcome.kind === 'unknown') return unknownCase;
  if (outcome.kind === 'stale') return staleSentence(await lastActor(tx, id));
  if (outcome.kind === 'invalid') return outcome.error.message;
  return outcome.kind === 'blocked' ? blockSentence(outcome.block, outcome.from, outcome.to) : null;
}
