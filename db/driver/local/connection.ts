import type { Client } from '@libsql/client';
import { DatabaseUnavailable, leavesConnectionUnsound, QueryFailed, redacting } from '../errors';
import { type FileConfig, openFile } from './compiled';

type Pragma = { name: string; set: string; expect: string | number };

const PRAGMAS: Pragma[] = [
  { name: 'journal_mode', set: 'WAL', expect: 'wal' },
  { name: 'synchronous', set: 'FULL', expect: 2 },
  { name: 'foreign_keys', set: 'ON', expect: 1 },
  { name: 'secure_delete', set: 'ON', expect: 1 },
  { name: 'trusted_schema', set: 'OFF', expect: 0 },
];
const QUERY_ONLY: Pragma = { name: 'query_only', set: 'ON', expect: 1 };

/**
 * One connection to a local file with its PRAGMAs set and checked. The pool of the driver sets none, so each connection
 * is a separate client. After a failed statement the driver may leave the connection inside an unfinished one; later
 * writes then resolve without being stored (libsql-client-ts #352). So such a connection is opened again before its
 * next use.
 */
export class Connection {
  readonly #client: Client;
  readonly #pragmas: Pragma[];
  #sound = true;
  #reopening: Promise<void> | null = null;
  #closed = false;

  private constructor(client: Client, pragmas: Pragma[]) {
    this.#client = client;
    this.#pragmas = pragmas;
  }

  static async open(config: FileConfig, access: 'read' | 'write'): Promise<Connection> {
    const client = openFile(config);
    const connection = new Connection(client, access === 'read' ? [...PRAGMAS, QUERY_ONLY] : PRAGMAS);
    try {
      await connection.#setPragmas();
      return connection;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database has been closed.');
    try {
      // once for all calls that wait for it
      if (!this.#sound) {
        this.#reopening ??= this.#reopen();
        await this.#reopening;
      }
      return await work(this.#client);
    } catch (error) {
      if (leavesConnectionUnsound(error)) this.reopenBeforeUse();
      throw error;
    }
  }

  reopenBeforeUse(): void {
    this.#sound = false;
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
  }

  async #reopen(): Promise<void> {
    try {
      this.#client.reconnect();
      await this.#setPragmas();
      this.#sound = true;
    } finally {
      this.#reopening = null;
    }
  }

  async #setPragmas(): Promise<void> {
    for (const { name, set, expect } of this.#pragmas) {
      await this.#client.execute(`PRAGMA ${name}=${set}`);
      const { rows } = await this.#client.execute(`PRAGMA ${name}`);
      if (rows[0]?.[0] !== expect)
        throw new DatabaseUnavailable(`The database does not accept ${name}=${set}.`);
    }
  }
}

export async function emptyLog(client: Client): Promise<void> {
  const { rows } = await redacting(client.execute('PRAGMA wal_checkpoint(TRUNCATE)'), 'a checkpoint');
  if (rows[0]?.busy !== 0) throw new QueryFailed('SQLITE_BUSY', 'a checkpoint');
}
