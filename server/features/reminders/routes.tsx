import { Elysia } from 'elysia';
import { href, pages } from '#domain/urls';
import { StopRemindersPage } from '#web/site/reminders/StopRemindersPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { isForm, readForm, textIn } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/limits/rate-limit';
import { quietPages } from '../../pages/quiet';
import { findStop, type Stop, stopReminders } from './service';

/**
 * Opening stops nothing, because mail scanners open links. Mail programs also send the POST for `List-Unsubscribe`
 * (RFC 8058). They follow no redirect, so they get the page itself.
 */
export function reminderRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { config } = context;
  const { respond, seeOther, invalid } = quietPages(context, assets);
  const page = (request: Request, token: string, stop: Stop | null) => {
    if (!stop) return invalid(request, 'stop');
    const shown = { token, ...stop, periods: config.retention };
    return respond(request, 'Erinnerungen', <StopRemindersPage {...shown} />);
  };
  return new Elysia({ name: 'reminders', detail: { hide: true } })
    .get(pages.stopReminders, async ({ params: { token }, request }) =>
      page(request, token, await findStop(context, token)),
    )
    .post(
      pages.stopReminders,
      async ({ params: { token }, body, request, server }) => {
        await writes.hit(clientAddress(request, server, config));
        const stop = await stopReminders(context, token);
        const isButton = isForm(request) && !textIn(body, 'List-Unsubscribe');
        if (stop && isButton) return seeOther(href(pages.stopReminders, { token }));
        return await page(request, token, stop);
      },
      { parse: ({ request }) => (isForm(request) ? readForm(request).catch(() => ({})) : {}) },
    );
}
