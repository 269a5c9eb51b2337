import { type Client, createClient } from '@libsql/client/http';
import type { Borrow } from './borrow';
import type { Database, DatabaseConfig, Write } from './database';
import { codeOf, DatabaseSilent, DatabaseUnavailable, quieten } from './errors';
import { fetchWithin } from './fetch';
import { rebuild } from './rebuild';
import { drizzleOver } from './session';
import { Gate, patience, retryWhileBusy } from './writer';

const ANSWER_WITHIN_MS = 3000;

export type Remote = { database: Database; client: Client };

/** Opens a database server (sqld, Turso). Writes run side by side: the server puts them in line. */
export async function openRemote(config: DatabaseConfig): Promise<Remote> {
  const client = connect(config);
  const ping = () => answer(client);
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
  // A server makes a BEGIN wait without an answer while another client writes. Only if it still answers
  // other questions is it worth waiting for.
  const onlyWaiting = async (error: unknown) => error instanceof DatabaseSilent && (await succeeds(ping));
  const guarded =
    (transaction: Write): Write =>
    (work) =>
      gate.pass(() => retryWhileBusy(() => transaction(work), patience(), onlyWaiting));

  return {
    read: drizzleOver({ queries: borrow, transactions: borrow, mode: 'read' }),
    write: guarded((work) => writing.transaction(work)),
    restructure: guarded((work) => rebuild(borrow, work)),
    ping,
    checkpoint: async () => {},
    close: async () => {
      await gate.close();
      client.close();
    },
  };
}

async function answer(client: Client): Promise<void> {
  // The driver may ask twice, first for the protocol version: the limit is for both together.
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new DatabaseSilent('The database server does not answer.')),
    ANSWER_WITHIN_MS,
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
