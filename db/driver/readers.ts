import type { Borrow } from './borrow';
import type { Connection } from './connection';

/** Lends each connection to one borrower at a time; further borrowers wait in a queue. */
export function poolOf(connections: Connection[]): Borrow {
  const idle = [...connections];
  const waiting: ((connection: Connection) => void)[] = [];

  const take = () => {
    const connection = idle.pop();
    return connection ?? new Promise<Connection>((resolve) => waiting.push(resolve));
  };
  const giveBack = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  };

  return async (work) => {
    const connection = await take();
    try {
      return await connection.use(work);
    } finally {
      giveBack(connection);
    }
  };
}
