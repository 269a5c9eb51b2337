import { type Client, createClient } from '@libsql/client/http';
import type { Borrow } from './borrow';
import type { Database, DatabaseConfig } from './database';
import { codeOf, DatabaseSilent, DatabaseUnavailable, redact } from './errors';
import { fetchWithin } from './fetch';
import { rebuild } from './rebuild';
import { drizzleOver } from './session';
import { Gate, queue, retryWhileBusy, writeDeadline } from './writer';

// a ping that begins after a doubt still ends within 3 s, as `Database.ping` promises
export const ANSWER_WITHIN_MS = 2200;
const DOUBT_AFTER_MS = 1000;
const PING_WITHIN_MS = 1200;

// The server lets one client write at a time, and a write that waits there uses up the time limit of its response. So
// most writes wait here: two run at once, to begin the next while one ends, and more of the short counting statements.
const WRITES_AT_ONCE = 2;
const COUNTS_AT_ONCE = 8;

export type Remote = { database: Database; client: Client };

/** Opens a database server (sqld, Turso), which runs concurrent writes one after the other. */
export async function openRemote(config: DatabaseConfig): Promise<Remote> {
  const client = connect(config);
  const ping = () => pingWithin(client, ANSWER_WITHIN_MS);
  try {
    await ping();
    await assertForeignKeys(client);
  } catch (error) {
    client.close();
    throw error;
  }
  return { database: assemble(client, ping), client };
}

function connect({ url, authToken }: DatabaseConfig): Client {
  try {
    const host = url.replace(/^\w+:\/\/(?:[^@/]*@)?([^/?#]*).*$/s, '$1');
    return createClient({ url, authToken, fetch: fetchWithin(ANSWER_WITHIN_MS, host) });
  } catch (error) {
    throw new DatabaseUnavailable(`The database URL cannot be used (${codeOf(error)}).`);
  }
}

function assemble(client: Client, ping: () => Promise<void>): Database {
  const gate = new Gate();
  const borrow: Borrow = (work) => work(client);
  const writing = drizzleOver({ queries: borrow, transactions: borrow, mode: 'write' });
  let foundSilentAt = Number.NEGATIVE_INFINITY;
  const withRetries = (inTurn: Queue) => {
    return <T>(attempt: () => Promise<T>) => {
      const requestedAt = performance.now();
      const deadline = writeDeadline();
      return gate.pass(() =>
        inTurn(async () => {
          // an earlier write found the server silent: fail now instead of waiting for the full limit again
          if (foundSilentAt > requestedAt) throw new DatabaseSilent('The database server does not answer.');
          try {
            return await waitForTurn(client, attempt, deadline);
          } catch (error) {
            if (isSilence(error)) foundSilentAt = performance.now();
            throw error;
          }
        }),
      );
    };
  };
  const inTurn = withRetries(queues(WRITES_AT_ONCE));
  const counting = withRetries(queues(COUNTS_AT_ONCE));

  return {
    read: drizzleOver({ queries: borrow, transactions: borrow, mode: 'read' }),
    write: (work) => inTurn(() => writing.transaction(work)),
    restructure: (work) => inTurn(() => rebuild(borrow, work)),
    shared: drizzleOver({
      queries: (work) => counting(() => work(client)),
      transactions: borrow,
      mode: 'write',
    }),
    ping,
    checkpoint: async () => {},
    close: async () => {
      await gate.close();
      client.close();
    },
  };
}

/**
 * While another client writes, the server does not respond to a BEGIN. The attempt is repeated only if the server still
 * responds to a ping, which is sent while the BEGIN waits, so that its result is known when the time limit is over.
 */
async function waitForTurn<T>(client: Client, attempt: () => Promise<T>, deadline: number): Promise<T> {
  let alive = Promise.resolve(false);
  const watched = async () => {
    const doubt = setTimeout(() => {
      alive = succeeds(() => pingWithin(client, PING_WITHIN_MS));
    }, DOUBT_AFTER_MS);
    try {
      return await attempt();
    } finally {
      clearTimeout(doubt);
    }
  };
  return await retryWhileBusy(watched, deadline, async (error) => isSilence(error) && (await alive));
}

type Queue = ReturnType<typeof queue>;

/** Distributes jobs over `count` queues, so that as many run at once. */
function queues(count: number): Queue {
  const all = Array.from({ length: count }, () => queue());
  let jobs = 0;
  return (job) => {
    const next = all[jobs++ % count];
    return next ? next(job) : job();
  };
}

function isSilence(error: unknown): boolean {
  return redact(error, 'a write') instanceof DatabaseSilent;
}

async function pingWithin(client: Client, withinMs: number): Promise<void> {
  // the driver may send two requests, the first for the protocol version; the limit is for both together
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new DatabaseSilent('The database server does not answer.')),
    withinMs,
  );
  try {
    await Promise.race([client.execute('SELECT 1'), limit.promise]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

async function assertForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.execute('PRAGMA foreign_keys').catch((error) => {
    throw unavailable(error);
  });
  if (rows[0]?.[0] !== 1) throw new DatabaseUnavailable('The database server does not enforce foreign keys.');
}

function unavailable(error: unknown): Error {
  const redacted = redact(error, 'a query');
  return redacted instanceof DatabaseUnavailable
    ? redacted
    : new DatabaseUnavailable(`The database server does not serve queries (${codeOf(redacted)}).`);
}

async function succeeds(action: () => Promise<unknown>): Promise<boolean> {
  return await action().then(
    () => true,
    () => false,
  );
}
