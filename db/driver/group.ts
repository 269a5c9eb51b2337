/** Group commit: writes that wait at the same time share one transaction (decision 012). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { nextTurn } from '../turn';
import { DatabaseLocked, DatabaseUnavailable, isBusy } from './errors';
import { type Execute, executeOf, queriesOver, type ResultSet, type Statement } from './queries';
import type { Transact, Transaction } from './transaction';
import { queue, retryPause, writeDeadline } from './waiting';

/** A group ends after this many writes or this time, so that no write waits long for the others. */
const maxWrites = 64;
const maxRunMs = 10;
/** So long a group for a server waits at most while further writes arrive. */
const maxGatherMs = 3;

type Outcome = PromiseSettledResult<unknown>;
type Send = (statements: Statement[]) => Promise<ResultSet[]>;
type Member = {
  work(tx: Transaction): Promise<unknown>;
  /** What it is about; undefined: it may be about everything. */
  about: string | undefined;
  /** All its statements, if they are known before it runs. */
  statements?: Statement[];
  settle(outcome: Outcome): void;
  deadline: number;
  /** Its group failed: it runs again in its own transaction, so that only the faulty member fails again. */
  alone: boolean;
};

/**
 * All waiting writes share a transaction, in the order of the calls, and each settles after its commit. If one fails,
 * the members run again one by one, so that only the faulty one fails; if another process holds the lock, the whole
 * group does. If the database cannot be used, the group and all waiting writes fail.
 */
export class GroupCommit {
  readonly #transact: Transact;
  readonly #send: Send | undefined;
  readonly #inTurn = queue();
  #open: Member[] | null = null;

  /** @param send runs statements in one transaction and one request; without it they run like other writes */
  constructor(transact: Transact, send?: Send) {
    this.#transact = transact;
    this.#send = send;
  }

  write<T>(work: (tx: Transaction) => Promise<T>, about?: string): Promise<T> {
    return this.#add(work, about);
  }

  store(statements: Statement[], about: string): Promise<ResultSet[]> {
    return this.#add((tx) => Promise.all(statements.map(executeOf(tx))), about, statements);
  }

  #add<T>(work: (tx: Transaction) => Promise<T>, about?: string, statements?: Statement[]): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = this.#open ?? this.#begin();
    waiting.push({
      // keeps the caller's async context, by which `Gate` detects a nested write
      work: AsyncLocalStorage.bind(work),
      about,
      statements,
      settle: (outcome) =>
        outcome.status === 'fulfilled' ? resolve(outcome.value as T) : reject(outcome.reason),
      deadline: writeDeadline(),
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
      if (this.#send) await moreOf(waiting);
      const group = takeGroup(waiting, this.#send !== undefined);
      try {
        const outcomes = await this.#run(group);
        // the members that did not run because the time was over
        waiting.unshift(...group.splice(outcomes.length));
        for (const [index, outcome] of outcomes.entries()) group[index]?.settle(outcome);
      } catch (error) {
        waiting.unshift(...settleFailure(group, error));
        if (isBusy(error)) await retryPause();
        else if (error instanceof DatabaseUnavailable) reject(waiting.splice(0), unusable());
      }
    }
    if (this.#open === waiting) this.#open = null;
  }

  async #run(group: Member[]): Promise<Outcome[]> {
    const known = group.flatMap(({ about, statements }) => (statements ? [{ about, statements }] : []));
    if (!this.#send || known.length < group.length)
      return await this.#transact((execute) => run(execute, group));
    const { statements, split } = merge(known);
    return split(await this.#send(statements)).map((value) => ({ status: 'fulfilled', value }));
  }
}

/** On a server a transaction costs as much as 30 statements. Does not wait if there is only one: then few are writing. */
async function moreOf(waiting: Member[]): Promise<void> {
  const end = performance.now() + maxGatherMs;
  for (let known = 1; waiting.length > known && performance.now() < end; ) {
    known = waiting.length;
    await Bun.sleep(1);
  }
}

/** @param apart writes with known statements do not share a group with others */
function takeGroup(waiting: Member[], apart: boolean): Member[] {
  const known = waiting[0]?.statements !== undefined;
  const other = waiting.findIndex(
    ({ alone, statements }) => alone || (apart && known && statements === undefined),
  );
  const together = other === -1 ? maxWrites : Math.min(other, maxWrites);
  return waiting.splice(0, Math.max(together, 1));
}

/** Returns the members to run again and rejects the others. */
function settleFailure(group: Member[], error: unknown): Member[] {
  if (isBusy(error)) {
    const late = performance.now();
    reject(
      group.filter(({ deadline }) => deadline < late),
      new DatabaseLocked(),
    );
    return group.filter(({ deadline }) => deadline >= late);
  }
  if (group.length > 1 && !(error instanceof DatabaseUnavailable))
    return group.map((member) => ({ ...member, alone: true }));
  reject(group, error instanceof MemberFailed ? error.reason : error);
  return [];
}

const unusable = () => new DatabaseUnavailable('An earlier write found that the database cannot be used.');

/** A member threw an error, so its rows must be rolled back. The cause tells the connection whether it is still sound. */
class MemberFailed extends Error {
  constructor(readonly reason: unknown) {
    super('A write failed.', { cause: reason });
  }
}

function reject(members: Member[], reason: unknown): void {
  for (const { settle } of members) settle({ status: 'rejected', reason });
}

/** Fewer outcomes than members if the time is over. */
async function run(execute: Execute, group: Member[]): Promise<Outcome[]> {
  let failure: unknown;
  const tx = queriesOver((statement) => {
    // the transaction will be rolled back
    if (failure && group.length > 1) throw failure;
    return execute(statement).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });
  });
  const outcomes: Outcome[] = [];
  const end = performance.now() + maxRunMs;
  while (outcomes.length < group.length && (outcomes.length === 0 || performance.now() < end)) {
    const together = sideBySide(group, outcomes.length);
    const settled = await Promise.allSettled(together.map(({ work }) => work(tx)));
    const failed = settled.find((outcome) => outcome.status === 'rejected');
    // a write alone may catch a failed statement; in a group the driver may have lost rows of other members
    if (failure && (group.length > 1 || isBusy(failure) || failure instanceof DatabaseUnavailable))
      throw failure;
    if (failed) throw new MemberFailed(failed.reason);
    outcomes.push(...settled);
  }
  return outcomes;
}

/** The next members that are about different things, in the order of the calls; at least one. */
function sideBySide(group: Member[], from: number): Member[] {
  const known = new Set<string>();
  const next = group.slice(from);
  for (const [index, { about }] of next.entries()) {
    if (about === undefined || known.has(about)) return next.slice(0, Math.max(index, 1));
    known.add(about);
  }
  return next;
}

type Known = { about: string | undefined; statements: Statement[] };
type Place = { statement: number; key?: string };

/**
 * A server parses each statement anew, which takes longer than the write: fifty saves of a kind are two statements.
 * Those with the same text that insert a row. Writes about the same thing keep their order; others any. `split` finds
 * the results of each write.
 */
export function merge(writes: Known[]) {
  const statements: Statement[] = [];
  const places: Place[][] = writes.map(() => []);
  for (const round of roundsOf(writes)) {
    for (let step = 0; round.some((write) => step < (writes[write]?.statements.length ?? 0)); step += 1) {
      const alike = new Map<string, number>();
      for (const write of round) {
        const one = writes[write]?.statements[step];
        if (!one) continue;
        const known = one.row && alike.get(one.sql);
        const at = known ?? statements.push({ ...one, args: [] }) - 1;
        if (one.row) alike.set(one.sql, at);
        statements[at]?.args.push(...one.args);
        places[write]?.push({ statement: at, key: one.row?.key });
      }
    }
  }
  return {
    statements: statements.map(withAllRows),
    split: (results: ResultSet[]) => splitAt(places, results),
  };
}

/** The writes of the first round are about different things; those about the same things again follow in the next. */
function roundsOf(writes: Known[]): number[][] {
  const rounds: number[][] = [];
  const seen = new Map<string | undefined, number>();
  for (const [write, { about }] of writes.entries()) {
    const round = seen.get(about) ?? 0;
    seen.set(about, round + 1);
    rounds[round] ??= [];
    rounds[round].push(write);
  }
  return rounds;
}

function withAllRows({ sql, args, row }: Statement): Statement {
  if (!row) return { sql, args };
  const [from, to] = row.span;
  const values = sql.slice(from, to);
  const rows = Array<string>(args.length / row.width).fill(values);
  return { sql: sql.slice(0, from) + rows.join(', ') + sql.slice(to), args };
}

function splitAt(places: Place[][], results: ResultSet[]): ResultSet[][] {
  const rowsByKey = results.map(({ rows }) => Map.groupBy(rows, (row) => row[0]));
  return places.map((own) =>
    own.map(({ statement, key }) => {
      const result = results[statement] as ResultSet;
      return key === undefined ? result : { ...result, rows: rowsByKey[statement]?.get(key) ?? [] };
    }),
  );
}
