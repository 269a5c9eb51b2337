/** What the owner of a lease says of its mail: false, and nothing changes, if the owner no longer holds it. */
import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { MailPart } from '#domain/mails/log';
import type { Database, Transaction } from '../client';
import { statement } from '../driver/queries';
import { outbox } from '../schema/mails';
import { isPending, leaseMs, type OutboxMail } from './outbox';

/** `owner` holds the lease. `inDoubt`: how many attempts left open whether the mail arrived; left out: as before. */
export type Attempt = { id: string; owner: string; now: number; inDoubt?: number };

export function extendLease(db: Database, { now, ...lease }: Attempt): Promise<boolean> {
  return db.write((tx) => change(tx, lease, { nextAttemptAt: now + leaseMs }));
}

type Doubt = Required<Attempt> & { error: string; waitMs: number };

/** It was transmitted, and its server has not responded yet: if this process dies now, nobody tries it before `waitMs`. */
export function doubtDelivery(db: Database, { now, waitMs, inDoubt, error, ...lease }: Doubt) {
  const doubt = { inDoubt, error, attemptedAt: now, nextAttemptAt: now + waitMs };
  return db.write((tx) => change(tx, lease, doubt));
}

/** Before it is sent, so that it is the same at every attempt. */
export function storeSubject(db: Database, lease: Lease, subject: string): Promise<boolean> {
  return db.write((tx) => wording(tx, { ...lease, subject }));
}

type Lease = Pick<Attempt, 'id' | 'owner'>;

/** `also`: with the time of the failure report, if that came before the answer of the server; else with null. */
export function markSent(
  db: Database,
  attempt: Attempt,
  also: (tx: Transaction, bouncedAt: number | null) => Promise<void> = async () => {},
): Promise<boolean> {
  return db.write(async (tx) => {
    const isSent = await sending(tx, { inDoubt: null, ...attempt });
    const bouncedAt = isSent ? null : await endBounced(tx, attempt);
    if (bouncedAt === undefined) return false;
    await also(tx, bouncedAt);
    return true;
  });
}

/** Undefined: it did not come back while it was sent. */
async function endBounced(tx: Transaction, { id, owner }: Lease): Promise<number | null | undefined> {
  const [row] = await tx
    .update(outbox)
    .set({ leaseOwner: null, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.status, 'bounced'), eq(outbox.id, id), eq(outbox.leaseOwner, owner)))
    .returning({ at: outbox.bouncedAt });
  return row?.at;
}

/** `nextAttemptAt`: null, it failed for good. */
type Failure = Attempt & { error: string; nextAttemptAt: number | null };

export function markUnsent(db: Database, { error, nextAttemptAt, ...attempt }: Failure): Promise<boolean> {
  const next = nextAttemptAt === null ? { status: 'failed' as const } : { nextAttemptAt };
  return db.write((tx) => change(tx, attempt, { ...tried(attempt), error, ...next }));
}

/** Makes leased mails due, but those that may have arrived. Only for a single instance at its start: no worker holds one. */
export function releaseLeases(db: Database, now: number): Promise<number> {
  return db.write(async (tx) => {
    const released = await tx
      .update(outbox)
      .set({
        leaseOwner: null,
        nextAttemptAt: sql`iif(${outbox.inDoubt} > 0, max(${outbox.nextAttemptAt}, ${now}), ${now})`,
      })
      .where(and(isPending, isNotNull(outbox.leaseOwner)))
      .returning({ id: outbox.id });
    return released.length;
  });
}

/** `latest` is later than any wait allows: the clock was set back. Those that may have arrived wait longer. */
export async function releaseFromFuture(
  db: Database,
  { now, latest, latestInDoubt }: { now: number; latest: number; latestInDoubt: number },
): Promise<number> {
  const tooLate = or(eq(outbox.inDoubt, 0), gt(outbox.nextAttemptAt, latestInDoubt));
  const ahead = and(isPending, gt(outbox.nextAttemptAt, latest), tooLate, isNull(outbox.leaseOwner));
  // an idle instance takes no lock
  const [waiting] = await db.read.select({ id: outbox.id }).from(outbox).where(ahead).limit(1);
  if (!waiting) return 0;
  const released = await db.write((tx) =>
    tx.update(outbox).set({ nextAttemptAt: now }).where(ahead).returning({ id: outbox.id }),
  );
  return released.length;
}

/** What one part has; the first part names those that none has. */
export type Share = Required<Pick<MailPart, 'files' | 'linked'>>;

/**
 * Makes the mail the first part and queues the others, so that an end of the process loses and doubles none. A part that
 * is divided again keeps its number, and the numbers of the new ones go on. Returns the first.
 */
export function divideMail(
  db: Database,
  { id, owner, now }: Lease & { now: number },
  shares: readonly Share[],
): Promise<OutboxMail | null> {
  return db.write(async (tx) => {
    const held = isHeldBy({ id, owner });
    const [row] = await tx.select().from(outbox).where(held);
    if (!row) return null;
    const of = row.part?.of ?? id;
    const last = row.part ? await lastNumber(tx, row.applicationId, of) : 1;
    const total = last + shares.length - 1;
    const subject = row.subject?.replace(/ \(\d+ von \d+\)$/, '') ?? '';
    const [first, ...others] = shares.map((share, index) => {
      const number = index === 0 ? (row.part?.number ?? 1) : last + index;
      // divided once more, it still has its links
      const linked = index === 0 ? [...(row.part?.linked ?? []), ...share.linked] : share.linked;
      const part = { of, number, total, ...share, linked };
      return { part, subject: total > 1 ? `${subject} (${number} von ${total})` : subject };
    });
    if (others.length > 0) {
      const untried = { attempts: 0, inDoubt: 0, attemptedAt: null, error: null, leaseOwner: null };
      const anew = { ...row, ...untried, nextAttemptAt: now, bounceReport: null, stopsAddress: false };
      await tx.insert(outbox).values(others.map((one) => ({ ...anew, ...one, id: crypto.randomUUID() })));
    }
    const [divided] = await tx
      .update(outbox)
      .set({ ...first, nextAttemptAt: now + leaseMs })
      .where(held)
      .returning();
    return divided ?? null;
  });
}

async function lastNumber(tx: Transaction, applicationId: string | null, of: string): Promise<number> {
  const ofIt = applicationId === null ? undefined : eq(outbox.applicationId, applicationId);
  const [row] = await tx
    .select({ number: sql<number>`max(json_extract(${outbox.part}, '$.number'))` })
    .from(outbox)
    .where(and(ofIt, sql`json_extract(${outbox.part}, '$.of') = ${of}`));
  return row?.number ?? 1;
}

const isHeldBy = ({ id, owner }: Record<keyof Lease, string | SQL>) =>
  and(isPending, eq(outbox.id, id), eq(outbox.leaseOwner, owner));

function change(tx: Transaction, { id, owner }: Lease, values: Changes) {
  return held(values)(tx, { id, owner });
}

const tried = ({ now, inDoubt }: { now: number | SQL; inDoubt?: number | SQL }) => ({
  inDoubt,
  leaseOwner: null,
  attemptedAt: now,
  attempts: sql`${outbox.attempts} + 1`,
});

const value = (name: string) => sql`${sql.placeholder(name)}`;
type Changes = SQLiteUpdateSetSource<typeof outbox>;
const held = (values: Changes) => {
  const lease = { id: value('id'), owner: value('owner') };
  const changing = statement((on) =>
    on.update(outbox).set(values).where(isHeldBy(lease)).returning({ id: outbox.id }),
  );
  return async (tx: Transaction, bound: Parameters<typeof changing>[1]) =>
    (await changing(tx, bound)).length === 1;
};
// built once, because each mail needs them
const wording = held({ subject: value('subject') });
const sending = held({
  ...tried({ now: value('now'), inDoubt: sql`coalesce(${value('inDoubt')}, ${outbox.inDoubt})` }),
  status: 'sent',
  error: null,
});
