/** Work on several cases: taking the next one, and changing many at once. */

import { changeCases } from '#db/cases/bulk';
import { findCase } from '#db/cases/find';
import { findOwnNext, takeUnassigned } from '#db/cases/next';
import type { Actor } from '#domain/accounts/actors';
import type { BulkRequest, BulkResult, Case } from '#domain/cases/staff';
import { invalidChanges } from '#domain/cases/statuses';
import type { FieldError } from '#domain/fields';
import type { Context } from '../../../context';

/**
 * The most urgent case of this member of staff, or the first that nobody has, which is theirs from then on; null: none
 * is left.
 */
export async function nextCase(
  { db, now, today }: Context,
  actor: Actor,
  skip: readonly string[],
): Promise<Case | null> {
  const asked = { skip: skip.map((id) => id.toLowerCase()), today: today() };
  const id =
    (await findOwnNext(db.read, actor.id, asked)) ??
    (await db.write((tx) => takeUnassigned(tx, actor, asked.skip, now())));
  return id === null ? null : await findCase(db.read, id, asked.today);
}

type Bulk = { kind: 'done'; change: BulkResult } | { kind: 'invalid'; errors: FieldError[] };

/** Assigns cases, or sets their follow-up. What is wrong with one of them is reported and keeps no other back. */
export async function changeMany(context: Context, request: BulkRequest, actor: Actor): Promise<Bulk> {
  const { db, now } = context;
  const { assigneeId, followUpOn } = request;
  const today = context.today();
  const change = assigneeId === undefined ? followUpOn !== undefined && { followUpOn } : { assigneeId };
  if (!change || (assigneeId !== undefined && followUpOn !== undefined)) {
    return invalid(['assigneeId', 'followUpOn'], 'Bitte wählen Sie entweder eine Person oder einen Tag');
  }
  if (followUpOn !== undefined && followUpOn < today) return invalid(['followUpOn'], invalidChanges.past);
  const named = request.cases.map(({ id, version }) => ({ id: id.toLowerCase(), version }));
  const by = { actor, now: now(), today };
  const done = await db.write((tx) => changeCases(tx, named, change, by));
  return done ? { kind: 'done', change: done } : invalid(['assigneeId'], invalidChanges.assignee);
}

function invalid(paths: (keyof BulkRequest)[], message: string): Bulk {
  return { kind: 'invalid', errors: paths.map((path) => ({ path, message })) };
}
