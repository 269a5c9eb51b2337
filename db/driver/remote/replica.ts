import { type Client, createClient, type ResultSet } from '@libsql/client/sqlite3';
import type { Database, DatabaseConfig } from '../../client';
import { codeOf, DatabaseUnavailable, redacting } from '../errors';
import { lockFile, prepareFolder } from '../local/files';
import { queriesOver, type Statement } from '../queries';
import { Gate } from '../waiting';
import { openRemote, type Remote } from './remote';
import type { StreamClient } from './streams';

// how soon writes of other instances are visible, in seconds; the driver fetches them on its own thread
const SYNC_INTERVAL_S = 1;

/**
 * Transactions run on the primary, because the replica would forward their BEGIN and block the whole process. After
 * each write the replica is updated, so that an instance reads its own writes.
 */
export async function openReplica(config: DatabaseConfig, file: string, syncUrl: string): Promise<Database> {
  prepareFolder(file);
  const release = await lockFile(file);
  let remote: Remote | undefined;
  let replica: Replica | undefined;
  try {
    // first, with its time limit: following a silent primary would block the whole process
    remote = await openRemote({ url: syncUrl, authToken: config.authToken });
    const identity = await redacting(establishIdentity(remote.client), 'an identity');
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
  const thenCatchUp = <T>(write: () => Promise<T>) =>
    gate.pass(async () => {
      replica.assertSame();
      const result = await write();
      // the write is stored, even if the replica cannot follow
      await replica.catchUp().catch(() => {});
      return result;
    });

  return {
    read: queriesOver(
      (statement) => replica.query(statement),
      (statements) => replica.queryAll(statements),
    ),
    write: (work, about) => thenCatchUp(() => database.write(work, about)),
    store: (changes, about) => thenCatchUp(() => database.store(changes, about)),
    restructure: (work) => thenCatchUp(() => database.restructure(work)),
    fresh: database.fresh,
    shared: database.shared,
    // its own queries are answered by the clock of this machine
    clock: database.clock,
    ping: async () => {
      await database.ping();
      // on the primary itself, which may have been replaced since the last write
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

/** The local copy. It refuses all calls once its primary is another database than at the start. */
class Replica {
  readonly #client: Client;
  readonly #identity: string;
  #same = true;

  constructor(client: Client, identity: string) {
    this.#client = client;
    this.#identity = identity;
  }

  async query(statement: Statement): Promise<ResultSet> {
    this.assertSame();
    return await this.#client.execute(statement);
  }

  /**
   * One by one: a batch is a transaction, and the replica would forward its BEGIN, which blocks the whole process
   * while the primary is silent. A change that arrives between two queries is visible only in the second.
   */
  async queryAll(statements: Statement[]): Promise<ResultSet[]> {
    const results: ResultSet[] = [];
    for (const statement of statements) results.push(await this.query(statement));
    return results;
  }

  async catchUp(): Promise<void> {
    await redacting(this.#client.sync(), 'a replica to follow');
    await this.compareWith(this.#client);
  }

  async compareWith(client: Executes): Promise<void> {
    const identity = await redacting(readIdentity(client), 'a look at the identity');
    if (identity !== this.#identity) this.#same = false;
    this.assertSame();
  }

  assertSame(): void {
    if (!this.#same) throw new DatabaseUnavailable('The primary has become another database; restart.');
  }

  close(): void {
    this.#client.close();
    // until its handle is collected, the driver's thread would still write to the file, which is released by now
    Bun.gc(true);
  }
}

type Executes = { execute(sql: string): Promise<Pick<ResultSet, 'rows'>> };

/** Returns the random id by which replicas recognise a primary; creates it if it is missing. */
async function establishIdentity(primary: StreamClient): Promise<string> {
  // a start with nothing to write must not wait for other writers
  const known = await readIdentity(primary);
  if (known !== undefined) return known;
  await primary.execute(
    'CREATE TABLE IF NOT EXISTS __database_identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL)',
  );
  // of two instances that start at once, one inserts
  const insert = 'INSERT INTO __database_identity (one, id) VALUES (1, ?) ON CONFLICT DO NOTHING';
  await primary.execute(insert, [crypto.randomUUID()]);
  const identity = await readIdentity(primary);
  if (identity === undefined) throw new Error('The primary did not keep its identity.');
  return identity;
}

async function readIdentity(client: Executes): Promise<string | undefined> {
  const table = await client.execute("SELECT 1 FROM sqlite_schema WHERE name = '__database_identity'");
  if (table.rows.length === 0) return undefined;
  const { rows } = await client.execute('SELECT id FROM __database_identity');
  return rows[0]?.id?.toString();
}
