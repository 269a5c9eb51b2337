/** Completes an application: checks all rules again, fixes premium and mandate reference, queues the mails. */
import { randomInt } from 'node:crypto';
import { loadApplication, markCompleted, setMonthlyPremium } from '#db/applications/find';
import { openCase } from '#db/cases/open';
import type { Transaction } from '#db/client';
import { addEvidence } from '#db/evidence';
import { deleteWaitingReminders } from '#db/mails/outbox';
import { type AllSets, type Application, areAllThere, checkSet, missingSets } from '#domain/application';
import type { FieldError } from '#domain/fields';
import { type SetKey, setKeys } from '#domain/steps/all';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';
import { proofsOf, shownIn } from './declarations';
import { priceNow, publicView } from './service';
import { stateOf } from './shown-state';

export type Completion =
  | { kind: 'completed'; application: Application }
  | { kind: 'unknown' }
  | { kind: 'changed' }
  | { kind: 'incomplete'; missing: SetKey[] }
  | { kind: 'invalid'; errors: FieldError[] }
  | { kind: 'dearer'; monthlyCents: number }
  | { kind: 'unknown_wordings' };

/** What the page of the applicant showed; null: it did not say. */
export type ShownPage = {
  /** The state of the data (`stateOf`). */
  state: string | null;
  /** The monthly premium. */
  cents: number | null;
  /** The header with the wordings. */
  wordings: string | null;
};

/**
 * Decides and stores in one transaction. A completed application is returned unchanged. If its data is no longer what
 * the page showed, nothing happens. If the monthly premium is above the shown one, the application stays open and the
 * new premium is stored, so that everybody sees the same price.
 */
export async function completeApplication(
  context: Context,
  id: string,
  shown: ShownPage,
): Promise<Completion> {
  const completion = await context.db.write((tx) => complete(context, tx, id, shown));
  if (completion.kind === 'completed') context.wakeMail();
  return completion;
}

async function complete(
  context: Context,
  tx: Transaction,
  id: string,
  shown: ShownPage,
): Promise<Completion> {
  const loaded = await loadApplication(tx, context.cipher, id);
  if (!loaded) return { kind: 'unknown' };
  const { application: found, sets } = loaded;
  if (found.completed) return { kind: 'completed', application: publicView(found) };
  if (shown.state !== null && shown.state !== stateOf(context.config, found, sets))
    return { kind: 'changed' };
  if (!areAllThere(sets)) return { kind: 'incomplete', missing: missingSets(sets) };
  const today = context.today();
  const errors = errorsOf(sets, today);
  if (errors.length > 0) return { kind: 'invalid', errors };
  const wordings = await shownIn(tx, context.wordings, shown.wordings);
  if (!wordings) return { kind: 'unknown_wordings' };

  const monthlyCents = await priceNow(tx, sets['tariff-selection'], sets['horse-data'].birthDate, today);
  await setMonthlyPremium(tx, id, monthlyCents);
  if (shown.cents !== null && monthlyCents > shown.cents) return { kind: 'dearer', monthlyCents };
  const mandateReference = newMandateReference(today);
  const at = context.now();
  const { creditor } = context.operator;
  const closed = await markCompleted(tx, id, { now: at, mandateReference, creditor });
  if (!closed) return { kind: 'unknown' };
  const declared = { applicationId: id, email: sets['contact-data'].email, at, ...closed };
  await addEvidence(tx, context.cipher, proofsOf(context.wordings, wordings, declared));
  await openCase(tx, { applicationId: id, completedAt: at, ...caseIn(sets) }, today);
  await deleteWaitingReminders(tx, [id]);
  await queueMails(context, tx, 'application_completed', { applicationId: id });
  return { kind: 'completed', application: publicView(closed) };
}

/** What its case needs of an application. */
function caseIn(sets: AllSets) {
  const { horseName, insuranceStartDate: startsOn } = sets['horse-data'];
  return { contact: sets['contact-data'], policyholder: sets['policyholder-info'], horseName, startsOn };
}

function errorsOf(sets: AllSets, today: string): FieldError[] {
  return setKeys.flatMap((key) => {
    const checked = checkSet(key, today, sets[key]);
    return checked.ok ? [] : checked.errors;
  });
}

// without 0, O, 1, I and L, because people read references aloud
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `SF-20261120-7KQ4M2XW9C`: at most 35 SEPA characters (EPC rulebook AT-01); the column is unique. */
function newMandateReference(today: string): string {
  const random = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length)));
  return `SF-${today.replaceAll('-', '')}-${random.join('')}`;
}
