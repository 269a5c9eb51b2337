import type { Database, DatabaseConfig } from '../../client';
import { codeOf, DatabaseSilent, DatabaseUnavailable, QueryFailed, redact, redacting } from '../errors';
import { GroupCommit } from '../group';
import { queriesOver, type ResultSet, readAll, type Statement } from '../queries';
import { rebuild, rejectUnconfirmed } from '../transaction';
import { Gate, retryWhileBusy, writeDeadline } from '../waiting';
import { fetchInTurn, type Limits, openStreams, type StreamClient } from './streams';

// a ping that begins after a doubt still ends within 3 s, as `Database.ping` promises
export const ANSWER_WITHIN_MS = 2200;
const DOUBT_AFTER_MS = 1000;
const PING_WITHIN_MS = 1200;
/** sqld takes the turn from a client that does nothing with it, as one that was killed, after 5 s. */
const TURN_WITHIN_MS = 8000;

export type Remote = { database: Database; client: StreamClient };

/** It lets one client write at a time, so the writes of this process share transactions, and their statements requests. */
export async function openRemote(config: DatabaseConfig): Promise<Remote> {
  const soon = { doubtAfterMs: ANSWER_WITHIN_MS, isAlive: async () => false, longestMs: ANSWER_WITHIN_MS };
  const client = connect(config, soon);
  const ping = () => pingWithin(client, ANSWER_WITHIN_MS);
  try {
    await ping();
    await assertForeignKeys(client);
  } catch (error) {
    client.close();
    throw error;
  }
  const isAlive = () =>
    pingWithin(client, PING_WITHIN_MS).then(
      () => true,
      () => false,
    );
  const turns = { doubtAfterMs: DOUBT_AFTER_MS, isAlive, longestMs: TURN_WITHIN_MS };
  const writer = connect(config, turns);
  return { database: assemble(client, writer, ping), client };
}

function connect(config: DatabaseConfig, limits: Limits): StreamClient {
  try {
    const host = config.url.replace(/^\w+:\/\/(?:[^@/]*@)?([^/?#]*).*$/s, '$1');
    return openStreams(config, fetchInTurn(limits, host));
  } catch (error) {
    // a code stands for a message that repeats the URL
    const reason = codeOf(error) ?? (error as Error).message;
    throw new DatabaseUnavailable(`The database URL cannot be used (${reason}).`);
  }
}

function assemble(client: StreamClient, writer: StreamClient, ping: () => Promise<void>): Database {
  const gate = new Gate();
  const send = whenItIsOurTurn((statements: Statement[]) =>
    redacting(writer.batch(statements, 'write'), 'a batch'),
  );
  const writes = new GroupCommit(
    whenItIsOurTurn((work) => writer.transact(work)),
    (statements) => send(statements).catch(rejectUnconfirmed),
  );
  let counted = 0;
  const shared = queriesOver(async (statement) => {
    counted += 1;
    const [result] = await gate.pass(() => writes.store([statement], `count ${counted}`));
    return result as ResultSet;
  });

  return {
    read: queriesOver(
      ({ sql, args }) => client.execute(sql, args),
      (statements) => client.batch(statements, 'read'),
    ),
    write: (work, about) => gate.pass(() => writes.write(work, about)),
    store: (changes, about) =>
      readAll(changes, (statements) => gate.pass(() => writes.store(statements, about))),
    restructure: (work) => {
      const deadline = writeDeadline();
      const rebuildOnce = whenItIsOurTurn(() => rebuild(writer.transact, work));
      return gate.pass(() => writes.apart(() => retryWhileBusy(rebuildOnce, deadline)));
    },
    fresh: shared,
    shared,
    clock: () => readClock(client),
    ping,
    checkpoint: async () => {},
    close: async () => {
      await gate.close();
      writer.close();
      client.close();
    },
  };
}

/** While another client writes, a BEGIN gets no response: that is busy, unless the server responds to nobody. */
function whenItIsOurTurn<Args extends unknown[], T>(attempt: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<T> => {
    try {
      return await attempt(...args);
    } catch (error) {
      const silent = redact(error, 'a write');
      if (silent instanceof DatabaseSilent && silent.alive)
        throw new QueryFailed('SQLITE_BUSY', 'a new transaction');
      throw error;
    }
  };
}

async function pingWithin(client: StreamClient, withinMs: number): Promise<void> {
  // there may be two requests, the first on a stream that is gone; the limit is for both together
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

async function readClock(client: StreamClient): Promise<number> {
  const { rows } = await redacting(
    client.execute("SELECT unixepoch('subsec') * 1000"),
    'a look at the clock',
  );
  return Number(rows[0]?.[0]);
}

async function assertForeignKeys(client: StreamClient): Promise<void> {
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
