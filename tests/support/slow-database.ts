/** A database that responds when the test allows it. */
import type { Database } from '#db/client';

/** The same database. Its queries wait until `gate` resolves, and `queries` counts them. */
export function slowed(db: Database, gate: Promise<void>, queries: { count: number }): Database {
  return { ...db, read: behind(db.read, gate, queries), fresh: behind(db.fresh, gate, queries) };
}

/** A query builder becomes a query when its `then` is called, so only `then` waits. */
function behind<T extends object>(target: T, gate: Promise<void>, queries: { count: number }): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'function' && name === 'then') {
        queries.count += 1;
        return (...handlers: unknown[]) => gate.then(() => member.apply(target, handlers));
      }
      if (typeof member === 'function') {
        return (...args: unknown[]) => {
          const result: unknown = member.apply(target, args);
          return isObject(result) ? behind(result, gate, queries) : result;
        };
      }
      return isObject(member) ? behind(member, gate, queries) : member;
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Resolves when a query waits. */
export async function untilQueried(queries: { count: number }): Promise<'queried'> {
  while (queries.count === 0) await new Promise(setImmediate);
  return 'queried';
}
