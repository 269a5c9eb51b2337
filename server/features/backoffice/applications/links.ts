/** Ending the links to an application, for somebody whose mail is in the wrong hands. */

import { findApplication } from '#db/applications/find';
import { type Actor, recordAction } from '#db/audit/record';
import { endLinks } from '#db/links/access';
import type { Context } from '../../../context';

/** False if there is no such application. */
export async function endLinksOf({ db, now }: Context, id: string, actor: Actor): Promise<boolean> {
  return await db.write(async (tx) => {
    if (!(await findApplication(tx, id))) return false;
    await endLinks(tx, [id], now());
    await recordAction(tx, actor, 'links_ended', [id], now());
    return true;
  });
}
