import { type Client, createClient, type ResultSet } from '@libsql/client/sqlite3';
import { type Borrow, borrowing } from './borrow';
import type { Database, DatabaseConfig, Write } from './database';
import { codeOf, DatabaseUnavailable, quieten } from './errors';
import { prepareFolder } from './files';
import { establishIdentity, readIdentity } from './identity';
import { lockFile } from './lock';
import { openRemote, type Remote } from './remote';
import { drizzleOver } from './session';
import { Gate } from './writer';

// How soon writes of other instances show, in seconds. The driver fetches them on a thread of its own.
const SYNC_INTERVAL_S = 1;

/**
 * Opens an embedded replica: queries are answered from the local file, transactions by the primary (the
 * replica would forward their BEGIN and block the whole process on it). After each write the replica is
 * brought up to date, so that an instance reads its own writes.
 */
export async function openReplica(config: DatabaseConfig, file: string, syncUrl: string): Promise<Database> {
  prepareFolder(file);
  const release = await lockFile(file);
  let remote: Remote | undefined;
  let replica: Replica | undefined;
  try {
    // Asked first, within its time limit: following a silent primary blocks the whole process.
    remote = await openRemote({ url: syncUrl, authToken: config.authToken });
    const identity = await establishIdentity(remote.client).catch((error: unknown) => {
      throw quieten(error, 'an identity');
    });
    replica = new Replica(connect(config, file, syncUrl), identity);
    await replica.catchUp();
    return assemble(remote, replica, release);
  } catch (error) {
    replica?.close();
    remote?.client.close();
    await release();
    throw error;
  }
}

function connect(config: DatabaseConfig, file: string, syncUrl: string): Client {
  const { url, authToken, encryptionKey } = config;
  try {
    return createClient({ url, syncUrl, authToken, encryptionKey, syncInterval: SYNC_INTERVAL_S });
  } catch (error) {
    throw new DatabaseUnavailable(`The replica ${file} cannot be opened (${codeOf(error) ?? 'no code'}).`);
  }
}

function assemble(remote: Remote, replica: Replica, release: () => Promise<void>): Database {
  const gate = new Gate();
  const { database, client } = remote;
  const thenCatchUp =
    (write: Write): Write =>
    (work) =>
      gate.pass(async () => {
        replica.assertSame();
        const result = await write(work);
        // The write is stored: that the replica could not follow must not make it look failed.
        await replica.catchUp().catch(() => {});
        return result;
      });

  return {
    read: drizzleOver({ queries: replica.borrow, transactions: (work) => work(client), mode: 'read' }),
    write: thenCatchUp(database.write),
    restructure: thenCatchUp(database.restructure),
    shared: database.shared,
    ping: async () => {
      await database.ping();
      // asked of the primary itself: it may have been swapped since the last write
      await replica.compareWith(client);
    },
    checkpoint: async () => {},
    close: async () => {
      await gate.close();
      replica.close();
      await database.close();
      await release();
    },
  };
}

/** The local copy, refused as soon as it is no longer a copy of the database that was there at the start. */
class Replica {
  readonly #client: Client;
  readonly #reading: Client;
  readonly #identity: string;
  #same = true;

  constructor(client: Client, identity: string) {
    this.#client = client;
    this.#reading = onlyReading(client);
    this.#identity = identity;
  }

  readonly borrow: Borrow = async (work) => {
    this.assertSame();
    return await work(this.#reading);
  };

  async catchUp(): Promise<void> {
    await this.#client.sync().catch((error: unknown) => {
      throw quieten(error, 'a replica to follow');
    });
    await this.compareWith(this.#client);
  }

  async compareWith(client: Client): Promise<void> {
    const identity = await readIdentity(client).catch((error: unknown) => {
      throw quieten(error, 'a look at the identity');
    });
    if (identity !== this.#identity) this.#same = false;
    this.assertSame();
  }

  assertSame(): void {
    if (!this.#same) throw new DatabaseUnavailable('The primary has become another database; restart.');
  }

  close(): void {
    this.#client.close();
    // The driver's thread goes on fetching, into a file that is no longer ours, until its handle is collected.
    Bun.gc(true);
  }
}

/**
 * A batch is a transaction, and its BEGIN and COMMIT are forwarded even when it only reads: the whole process would
 * stand still for as long as the primary does. So its queries are asked one by one; a change that arrives between two
 * of them shows in the second only.
 */
function onlyReading(client: Client): Client {
  const batch: Client['batch'] = async (statements) => {
    const results: ResultSet[] = [];
    for (const one of statements) {
      const statement = Array.isArray(one) ? { sql: one[0], args: one[1] } : one;
      results.push(await client.execute(statement));
    }
    return results;
  };
  return { ...borrowing((work) => work(client)), batch };
}
