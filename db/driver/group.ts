/** Group commit: writes that wait at the same time share one commit (decision 012). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Transaction as DriverTransaction } from '@libsql/client';
import type { Borrow } from './borrow';
import { DatabaseLocked, isBusy, leavesConnectionUnsound, redacting } from './errors';
import { type Transaction, transactionOn } from './session';
import { nextTurn, queue, retryPause, writeDeadline } from './writer';

/** A group ends after this many writes or this time, so that no write waits long for the others. */
const MAX_WRITES = 64;
const MAX_RUN_MS = 10;

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
type Member = {
  work(tx: Transaction): Promise<unknown>;
  settle(outcome: Outcome): void;
  deadline: number;
  /** A member of its group failed: it runs again after a savepoint, so that only the failing one is rolled back. */
  guarded: boolean;
  /** Its group failed as a whole: it runs again in its own transaction, so that only the faulty member fails again. */
  alone: boolean;
};

/**
 * Runs writes in the order of the calls. All waiting writes share a transaction, and each settles after its commit. A
 * failing write loses only its own rows: its group runs again with a savepoint before each member. A failure that may
 * have harmed the other members rolls the group back. Then its members run again, as a group if another process holds
 * the write lock, otherwise one by one.
 */
export class GroupCommit {
  readonly #connection: Borrow;
  readonly #inTurn = queue();
  #open: Member[] | null = null;

  constructor(connection: Borrow) {
    this.#connection = connection;
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = this.#open ?? this.#begin();
    waiting.push({
      // keeps the caller's async context, by which `Gate` detects a nested write
      work: AsyncLocalStorage.bind(work),
      settle: (outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)),
      deadline: writeDeadline(),
      guarded: false,
      alone: false,
    });
    return promise;
  }

  /** Runs `job` between groups: after all earlier writes and before all later ones. */
  apart<T>(job: () => Promise<T>): Promise<T> {
    this.#open = null;
    return this.#inTurn(job);
  }

  #begin(): Member[] {
    const waiting: Member[] = [];
    this.#open = waiting;
    void this.#inTurn(() => this.#serve(waiting));
    return waiting;
  }

  async #serve(waiting: Member[]): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      const group = takeGroup(waiting);
      try {
        const outcomes = await this.#connection((client) => commit(client, group));
        // the members that did not run because the time was over
        waiting.unshift(...group.splice(outcomes.length));
        for (const [index, outcome] of outcomes.entries()) group[index]?.settle(outcome);
      } catch (error) {
        waiting.unshift(...settleFailure(group, error));
        if (isBusy(error)) await retryPause();
      }
    }
    if (this.#open === waiting) this.#open = null;
  }
}

function takeGroup(waiting: Member[]): Member[] {
  // later writes must not join a group that runs again, because they could make it fail again
  const other = waiting.findIndex(({ alone, guarded }) => alone || guarded !== waiting[0]?.guarded);
  const together = other === -1 ? MAX_WRITES : Math.min(other, MAX_WRITES);
  return waiting.splice(0, Math.max(together, 1));
}

/** After a failed transaction: returns the members to run again and rejects the others. */
function settleFailure(group: Member[], error: unknown): Member[] {
  if (isBusy(error)) {
    const now = performance.now();
    const locked = new DatabaseLocked();
    for (const { deadline, settle } of group) if (now > deadline) settle({ ok: false, error: locked });
    return group.filter(({ deadline }) => now <= deadline);
  }
  if (error instanceof OneFailed) return group.map((member) => ({ ...member, guarded: true }));
  if (group.length > 1) return group.map((member) => ({ ...member, alone: true }));
  for (const { settle } of group) settle({ ok: false, error });
  return [];
}

/** Runs the group in one transaction; returns the outcomes in order, fewer than members if the time is over. */
async function commit(client: Client, group: Member[]): Promise<Outcome[]> {
  const transaction = await redacting(client.transaction('write'), 'a new transaction');
  const { observed, failure } = observe(transaction);
  const tx = transactionOn(observed);
  try {
    const outcomes: Outcome[] = [];
    const end = performance.now() + MAX_RUN_MS;
    for (const member of group) {
      if (outcomes.length > 0 && performance.now() > end) break;
      const outcome = await (member.guarded ? inSavepoint(transaction, member, tx) : run(member, tx));
      // a write alone may catch a failed statement; in a group the driver may have lost rows of other members
      const harm = outcome.ok ? group.length > 1 && failure() : outcome.error;
      if (leavesConnectionUnsound(harm)) throw harm;
      if (!outcome.ok && !member.guarded) throw group.length > 1 ? new OneFailed() : outcome.error;
      outcomes.push(outcome);
    }
    await redacting(transaction.commit(), 'a commit');
    return outcomes;
  } catch (error) {
    // the first error matters more than a failed rollback
    await transaction.rollback().catch(() => transaction.close());
    throw error;
  }
}

/** A member of a group without savepoints failed, so its rows cannot be rolled back alone. */
class OneFailed extends Error {}

async function run({ work }: Member, tx: Transaction): Promise<Outcome> {
  try {
    return { ok: true, value: await work(tx) };
  } catch (error) {
    return { ok: false, error };
  }
}

async function inSavepoint(
  transaction: DriverTransaction,
  member: Member,
  tx: Transaction,
): Promise<Outcome> {
  const send = (command: string) => redacting(transaction.executeMultiple(command), 'a savepoint');
  await send('SAVEPOINT member');
  const outcome = await run(member, tx);
  if (!outcome.ok) {
    // the whole transaction is rolled back, possibly by SQLite already
    if (leavesConnectionUnsound(outcome.error)) return outcome;
    await send('ROLLBACK TO member');
  }
  await send('RELEASE member');
  return outcome;
}

/** The same transaction, and its last failure after which the driver may have lost rows. */
function observe(transaction: DriverTransaction) {
  let last: unknown;
  const note = (error: unknown): never => {
    if (leavesConnectionUnsound(error)) last = error;
    throw error;
  };
  const observed: DriverTransaction = {
    execute: (statement) => transaction.execute(statement).catch(note),
    batch: (statements) => transaction.batch(statements).catch(note),
    executeMultiple: (statements) => transaction.executeMultiple(statements).catch(note),
    commit: () => transaction.commit(),
    rollback: () => transaction.rollback(),
    close: () => transaction.close(),
    closed: false,
  };
  return { observed, failure: () => last };
}
