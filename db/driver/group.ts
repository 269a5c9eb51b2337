/** Group commit: writes that wait together share one commit (decision 012). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Transaction as DriverTransaction } from '@libsql/client';
import type { Borrow } from './borrow';
import { DatabaseLocked, isBusy, leavesConnectionUnsound, quieten } from './errors';
import { type Transaction, transactionOn } from './session';
import { nextTurn, patience, queue, retryPause } from './writer';

/** Nobody waits for more neighbours than these, nor for neighbours that take longer than this to run. */
const MOST = 64;
const LONGEST_MS = 10;

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
type Member = {
  work(tx: Transaction): Promise<unknown>;
  settle(outcome: Outcome): void;
  deadline: number;
  /** One of its group failed: a savepoint before each now tells whose rows go. Most groups never need any. */
  guarded: boolean;
  /** Its group failed as a whole: it is run by itself, so that only the one at fault fails again. */
  alone: boolean;
};

/**
 * Runs writes in the order of asking, as many as wait in one transaction, each answered after the commit. One that
 * fails takes back only its own rows: its group is run again with a savepoint before each. Whatever may have harmed
 * the others too undoes the group, whose members are then run again: while another process writes all of them, after
 * anything else one by one.
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
    const line = this.#open ?? this.#begin();
    line.push({
      // in the caller's own context: by it a write inside a write is told
      work: AsyncLocalStorage.bind(work),
      settle: (outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)),
      deadline: patience(),
      guarded: false,
      alone: false,
    });
    return promise;
  }

  /** Runs `job` between groups: after all writes asked for so far, before all later ones. */
  apart<T>(job: () => Promise<T>): Promise<T> {
    this.#open = null;
    return this.#inTurn(job);
  }

  #begin(): Member[] {
    const line: Member[] = [];
    this.#open = line;
    void this.#inTurn(() => this.#serve(line));
    return line;
  }

  async #serve(line: Member[]): Promise<void> {
    while (line.length > 0) {
      await nextTurn();
      const group = take(line);
      try {
        const outcomes = await this.#connection((client) => commit(client, group));
        // those whose turn did not come any more
        line.unshift(...group.splice(outcomes.length));
        for (const [index, outcome] of outcomes.entries()) group[index]?.settle(outcome);
      } catch (error) {
        line.unshift(...again(group, error));
        if (isBusy(error)) await retryPause();
      }
    }
    if (this.#open === line) this.#open = null;
  }
}

function take(line: Member[]): Member[] {
  // those that come later must not make a group fail again
  const other = line.findIndex(({ alone, guarded }) => alone || guarded !== line[0]?.guarded);
  const together = other === -1 ? MOST : Math.min(other, MOST);
  return line.splice(0, Math.max(together, 1));
}

/** Who is to be run again after the group's transaction failed as a whole; the others are told here. */
function again(group: Member[], error: unknown): Member[] {
  if (isBusy(error)) {
    const now = performance.now();
    const lost = new DatabaseLocked();
    for (const { deadline, settle } of group) if (now > deadline) settle({ ok: false, error: lost });
    return group.filter(({ deadline }) => now <= deadline);
  }
  if (error instanceof OneFailed) return group.map((member) => ({ ...member, guarded: true }));
  if (group.length > 1) return group.map((member) => ({ ...member, alone: true }));
  for (const { settle } of group) settle({ ok: false, error });
  return [];
}

/** One transaction for the group; answers what became of each member, in order, fewer when time is up. */
async function commit(client: Client, group: Member[]): Promise<Outcome[]> {
  const transaction = await client.transaction('write').catch(refuse('a new transaction'));
  const { observed, failure } = observe(transaction);
  const tx = transactionOn(observed);
  try {
    const outcomes: Outcome[] = [];
    const end = performance.now() + LONGEST_MS;
    for (const member of group) {
      if (outcomes.length > 0 && performance.now() > end) break;
      const outcome = await (member.guarded ? inSavepoint(transaction, member, tx) : run(member, tx));
      // One that lives with such a failure may: it is alone. A neighbour must not be told that it is stored.
      const harm = outcome.ok ? group.length > 1 && failure() : outcome.error;
      if (leavesConnectionUnsound(harm)) throw harm;
      if (!outcome.ok && !member.guarded) throw group.length > 1 ? new OneFailed() : outcome.error;
      outcomes.push(outcome);
    }
    await transaction.commit().catch(refuse('a commit'));
    return outcomes;
  } catch (error) {
    // What made the transaction fail matters more than a roll-back that cannot be told any more.
    await transaction.rollback().catch(() => transaction.close());
    throw error;
  }
}

/** A member of a group without savepoints failed, and what it wrote cannot be told from what its neighbours wrote. */
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
  const say = (command: string) => transaction.executeMultiple(command).catch(refuse('a savepoint'));
  await say('SAVEPOINT member');
  const outcome = await run(member, tx);
  if (!outcome.ok) {
    // the whole transaction goes, of which SQLite may have let go already
    if (leavesConnectionUnsound(outcome.error)) return outcome;
    await say('ROLLBACK TO member');
  }
  await say('RELEASE member');
  return outcome;
}

/** The same transaction, and the last failure in it after which the driver may keep less than it says. */
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

function refuse(operation: string): (error: unknown) => never {
  return (error) => {
    throw quieten(error, operation);
  };
}
