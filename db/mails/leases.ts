import { and, eq } from 'drizzle-orm';
import type { Database } from '../client';
import { outbox } from '../schema/mails';
import { type Attempt, leaseMs } from './outbox';

/** Makes a lease last longer. Returns false and changes nothing if the owner no longer holds it. */
export function extendLease(db: Database, { now, ...attempt }: Attempt): Promise<boolean> {
  return change(db, attempt, { nextAttemptAt: now + leaseMs });
}

type Doubt = Required<Attempt> & { error: string; waitMs: number };

/**
 * Says of a leased mail that it was transmitted, and that its server has not responded yet: if this process dies now,
 * nobody tries it again before `waitMs` are over. Returns false as above.
 */
export function doubtDelivery(db: Database, { now, waitMs, ...attempt }: Doubt): Promise<boolean> {
  const { inDoubt, error } = attempt;
  return change(db, attempt, { inDoubt, error, attemptedAt: now, nextAttemptAt: now + waitMs });
}

/**
 * Stores the subject of a leased mail before it is sent, so that it is the same at every attempt. Returns false as above.
 */
export function storeSubject(db: Database, attempt: Lease, subject: string): Promise<boolean> {
  return change(db, attempt, { subject });
}

type Lease = Pick<Attempt, 'id' | 'owner'>;

function change(
  db: Database,
  { id, owner }: Lease,
  values: Partial<typeof outbox.$inferInsert>,
): Promise<boolean> {
  return db.write(async (tx) => {
    const changed = await tx
      .update(outbox)
      .set(values)
      .where(and(eq(outbox.status, 'pending'), eq(outbox.id, id), eq(outbox.leaseOwner, owner)))
      .returning({ id: outbox.id });
    return changed.length === 1;
  });
}
