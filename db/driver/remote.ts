import { type Client, createClient } from '@libsql/client/http';
import type { Borrow } from './borrow';
import type { Database, DatabaseConfig } from './database';
import { codeOf, DatabaseSilent, DatabaseUnavailable, quieten } from './errors';
import { fetchWithin } from './fetch';
import { rebuild } from './rebuild';
import { drizzleOver } from './session';
import { Gate, patience, queue, retryWhileBusy } from './writer';

// Together they stay below the 3 s after which a caller is told that the database is away.
export const ANSWER_WITHIN_MS = 2200;
const DOUBT_AFTER_MS = 1000;
const PING_WITHIN_MS = 1200;

// The server lets one client write at a time. Those who wait there do so within the time limit of an answer, so most
// wait here: two, to begin the next transaction while one ends, and some more of the short statements that count.
const WRITES_AT_ONCE = 2;
const COUNTS_AT_ONCE = 8;

export type Remote = { database: Database; client: Client };

/** Opens a database server (sqld, Turso). Writes run side by side: the server puts them in line. */
export async function openRemote(config: DatabaseConfig): Promise<Remote> {
  const client = connect(config);
  const ping = () => answer(client, ANSWER_WITHIN_MS);
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
  const patiently = (inLine: InLine) => {
    return <T>(attempt: () => Promise<T>) => {
      const asked = performance.now();
      const deadline = patience();
      return gate.pass(() =>
        inLine(async () => {
          // those before found that out meanwhile: who has waited for them does not wait as long once more
          if (foundSilentAt > asked) throw new DatabaseSilent('The database server does not answer.');
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
  const inTurn = patiently(inLanes(WRITES_AT_ONCE));
  const counting = patiently(inLanes(COUNTS_AT_ONCE));

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
 * A server makes a BEGIN wait without an answer while another client writes. Only if it still answers other questions
 * is it worth waiting for; that is asked while the first answer is still awaited, to know it as soon as that is late.
 */
async function waitForTurn<T>(client: Client, attempt: () => Promise<T>, deadline: number): Promise<T> {
  let alive = Promise.resolve(false);
  const watched = async () => {
    const doubt = setTimeout(() => {
      alive = succeeds(() => answer(client, PING_WITHIN_MS));
    }, DOUBT_AFTER_MS);
    try {
      return await attempt();
    } finally {
      clearTimeout(doubt);
    }
  };
  return await retryWhileBusy(watched, deadline, async (error) => isSilence(error) && (await alive));
}

type InLine = ReturnType<typeof queue>;

/** As many queues as jobs may run at once; each new job stands in the next one. */
function inLanes(count: number): InLine {
  const lanes = Array.from({ length: count }, () => queue());
  let asked = 0;
  return (job) => {
    const lane = lanes[asked++ % count];
    return lane ? lane(job) : job();
  };
}

function isSilence(error: unknown): boolean {
  return quieten(error, 'a write') instanceof DatabaseSilent;
}

async function answer(client: Client, withinMs: number): Promise<void> {
  // The driver may ask twice, first for the protocol version: the limit is for both together.
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
  const quiet = quieten(error, 'a query');
  return quiet instanceof DatabaseUnavailable
    ? quiet
    : new DatabaseUnavailable(`The database server does not serve queries (${codeOf(quiet)}).`);
}

async function succeeds(action: () => Promise<unknown>): Promise<boolean> {
  return await action().then(
    () => true,
    () => false,
  );
}
