import { Elysia } from 'elysia';
import { isUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { StopRemindersPage } from '#web/site/reminders/StopRemindersPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/limits/rate-limit';
import { quietPages } from '../../pages/quiet';
import { stopReminders } from './service';

/**
 * Opening stops nothing, because mail scanners open links. Mail programs also send the POST for `List-Unsubscribe`
 * (RFC 8058); its body contains nothing of use and is not read.
 */
export function reminderRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { config, links } = context;
  const { respond, invalid } = quietPages(context, assets);
  const page = (request: Request, token: string, stopped: boolean) =>
    respond(
      request,
      'Erinnerungen',
      <StopRemindersPage token={token} stopped={stopped} only={isUuid(token)} periods={config.retention} />,
    );
  return new Elysia({ name: 'reminders', detail: { hide: true } })
    .get(pages.stopReminders, async ({ params: { token }, request }) => {
      const known = isUuid(token) || (await links.find('stop', token)) !== null;
      return await (known ? page(request, token, false) : invalid(request, 'stop'));
    })
    .post(
      pages.stopReminders,
      async ({ params: { token }, request, server }) => {
        await writes.hit(clientAddress(request, server, config.trustProxy));
        if (!(await stopReminders(context, token))) return await invalid(request, 'stop');
        return await page(request, token, true);
      },
      { parse: () => ({}) },
    );
}
