import { activateDue, findDue } from '#db/tariffs/versions';
import type { Context } from '../context';

export async function activateDueTariffs({ db, today, log }: Pick<Context, 'db' | 'today' | 'log'>) {
  const day = today();
  // nearly always there is nothing to do, and a read waits for nobody
  if (!(await findDue(db.read, day))) return;
  const number = await db.write((tx) => activateDue(tx, day));
  if (number !== null) log('info', 'tariffs_activated', { number });
}
