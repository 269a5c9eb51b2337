import { stopAddress, stopApplication } from '#db/mails/stops';
import { isUuid } from '#domain/ids';
import type { Context } from '../../context';
import { perform } from '../../deed';

/**
 * Mails of 0.1.0 and 0.2.0 have the id of their application in the link. Those links do not tell whether there is an
 * application. False: the link stops nothing.
 */
export async function stopReminders(context: Context, token: string): Promise<boolean> {
  const { cipher, links } = context;
  if (isUuid(token)) {
    await perform(context, null, ({ tx, at }) => stopApplication(tx, cipher, token.toLowerCase(), at));
    return true;
  }
  const link = await links.find('stop', token);
  if (!link) return false;
  const stop = { personKey: link.subject, applicationId: link.about };
  await perform(context, null, ({ tx, at }) => stopAddress(tx, cipher, stop, at));
  return true;
}
