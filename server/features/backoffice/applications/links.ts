/** Ending the links to an application, for somebody whose mail is in the wrong hands. */
import { findApplication } from '#db/applications/find';
import { endLinks } from '#db/links';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';

export async function endLinksOf(context: Context, id: string, actor: Actor): Promise<void> {
  await perform(context, actor, async ({ tx, at, record }) => {
    if (!(await findApplication(tx, id))) throw refusals.unknownApplication();
    await endLinks(tx, [id], at);
    await record('links_ended', [id]);
  });
}
