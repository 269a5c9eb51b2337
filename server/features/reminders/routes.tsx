import { Elysia } from 'elysia';
import { pages } from '#domain/urls';
import { StopRemindersPage } from '#web/site/reminders/StopRemindersPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/limits/rate-limit';
import { quietPages } from '../../pages/quiet';
import { kindOfStop, type StopKind, stopReminders } from './service';

/**
 * Opening stops nothing, because mail scanners open links. Mail programs also send the POST for `List-Unsubscribe`
 * (RFC 8058); its body contains nothing of use and is not read.
 */
export function reminderRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { config } = context;
  const { respond, invalid } = quietPages(context, assets);
  const page = (request: Request, token: string, about: StopKind | null, stopped: boolean) => {
    if (!about) return invalid(request, 'stop');
    const shown = { token, stopped, about, periods: config.retention };
    return respond(request, 'Erinnerungen', <StopRemindersPage {...shown} />);
  };
  return new Elysia({ name: 'reminders', detail: { hide: true } })
    .get(pages.stopReminders, async ({ params: { token }, request }) =>
      page(request, token, await kindOfStop(context, token), false),
    )
    .post(
      pages.stopReminders,
      async ({ params: { token }, request, server }) => {
        await writes.hit(clientAddress(request, server, config.trustProxy));
        return await page(request, token, await stopReminders(context, token), true);
      },
      { parse: () => ({}) },
    );
}
