import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';

/** False: another instance works now, or this one stops. */
export type MayGoOn = () => Promise<boolean>;

/** One that fails does not hold up the others; its error is thrown after them. Nothing goes on without the database. */
export async function inTurn<T>(
  all: readonly T[],
  mayGoOn: MayGoOn,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    if (!(await mayGoOn())) break;
    try {
      await work(one);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof QueryFailed) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
