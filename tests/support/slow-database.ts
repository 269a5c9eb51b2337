/** A database that answers when the test says so. */
import type { Database } from '#db/client';

/** The same database, whose queries are answered when `gate` opens. */
export function slowed(db: Database, gate: Promise<void>, asked: { count: number }): Database {
  return { ...db, read: behind(db.read, gate, asked) };
}

/** Whatever a query builder is told, its promise waits: a builder becomes a query by its `then`. */
function behind<T extends object>(target: T, gate: Promise<void>, asked: { count: number }): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'function' && name === 'then') {
        asked.count += 1;
        return (...handlers: unknown[]) => gate.then(() => member.apply(target, handlers));
      }
      if (typeof member === 'function') {
        return (...args: unknown[]) => {
          const result: unknown = member.apply(target, args);
          return isObject(result) ? behind(result, gate, asked) : result;
        };
      }
      return isObject(member) ? behind(member, gate, asked) : member;
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Resolves once something waits for that database. */
export async function untilAsked(asked: { count: number }): Promise<'asked'> {
  while (asked.count === 0) await new Promise(setImmediate);
  return 'asked';
}
