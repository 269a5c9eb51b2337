/** Stops reminders: the page that the last link of a reminder opens, and the call of its button. */
import { Elysia } from 'elysia';
import { stopAddress, stopApplication } from '#db/mails/stops';
import { isUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { StopRemindersPage } from '#web/site/reminders/StopRemindersPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/rate-limit';
import { quietPages } from '../../pages/quiet';

/**
 * Opening stops nothing, because mail scanners open links. Mail programs also send the POST for `List-Unsubscribe`
 * (RFC 8058); its body contains nothing of use and is not read. Mails from before the tokens have the id of their
 * application in the link. Those links do not tell whether there is an application.
 */
export function reminderRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { config, cipher, db, links, now } = context;
  const { respond, invalid } = quietPages(context, assets);
  const page = (request: Request, token: string, stopped: boolean) =>
    respond(
      request,
      'Erinnerungen',
      <StopRemindersPage token={token} stopped={stopped} only={isUuid(token)} periods={config.retention} />,
    );
  return new Elysia({ name: 'reminders', detail: { hide: true } })
    .get(pages.stopReminders, async ({ params: { token }, request }) => {
      const known = isUuid(token) || (await links.stopOf(token)) !== null;
      return await (known ? page(request, token, false) : invalid(request));
    })
    .post(
      pages.stopReminders,
      async ({ params: { token }, request, server }) => {
        await writes.hit(clientAddress(request, server, config.trustProxy));
        if (isUuid(token)) await db.write((tx) => stopApplication(tx, cipher, token.toLowerCase(), now()));
        else {
          const stop = await links.stopOf(token);
          if (!stop) return await invalid(request);
          await db.write((tx) => stopAddress(tx, cipher, stop, now()));
        }
        return await page(request, token, true);
      },
      { parse: () => ({}) },
    );
}
