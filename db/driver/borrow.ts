import type { Client } from '@libsql/client';

/** Lends a connection to `work` for as long as it runs. */
export type Borrow = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** The client that Drizzle asks for, each call of which borrows a connection of its own. */
export function borrowing(borrow: Borrow): Client {
  return {
    execute: (statement, args?: Parameters<Client['execute']>[1]) =>
      borrow((client) =>
        typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement),
      ),
    batch: (statements, mode) => borrow((client) => client.batch(statements, mode)),
    executeMultiple: (sql) => borrow((client) => client.executeMultiple(sql)),
    migrate: refuse,
    // A transaction outlives one call: the session borrows for its whole length instead.
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
