/** Puts released tariffs in force at 0:00 of their day. */
import { activateDue } from '#db/tariffs/versions';
import type { Context } from '../context';

/** Does nothing unless the day of a released version has come. */
export async function activateDueTariffs({ db, today, log }: Pick<Context, 'db' | 'today' | 'log'>) {
  const number = await activateDue(db, today());
  if (number !== null) log('info', 'tariffs_activated', { number });
}
