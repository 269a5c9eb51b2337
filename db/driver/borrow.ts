import type { Client } from '@libsql/client';

/** Lends a connection to `work` for as long as it runs. */
export type Borrow = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** The client for Drizzle. Each call borrows its own connection. */
export function borrowing(borrow: Borrow): Client {
  return {
    execute: (statement, args?: Parameters<Client['execute']>[1]) =>
      borrow((client) =>
        typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement),
      ),
    batch: (statements, mode) => borrow((client) => client.batch(statements, mode)),
    executeMultiple: (sql) => borrow((client) => client.executeMultiple(sql)),
    migrate: refuse,
    // a transaction is longer than one call, so the session borrows a connection for it
    transaction: refuse,
    sync: refuse,
    reconnect: () => {},
    close: () => {},
    closed: false,
    protocol: 'borrowed',
  };
}

async function refuse(): Promise<never> {
  throw new TypeError('A borrowed connection does not support this call.');
}
