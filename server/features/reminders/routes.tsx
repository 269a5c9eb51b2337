/** Stops reminders: the page that the last link of a reminder opens, and the call of its button. */
import { Elysia } from 'elysia';
import { stopReminders } from '#db/mails/reminders';
import { isUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { renderPage } from '#web/render.tsx';
import { StopRemindersPage } from '#web/site/reminders/StopRemindersPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress, type RateLimit } from '../../http/rate-limit';
import { refusals } from '../../http/refusal';
import { pageHeaders } from '../pages/public';
import { inTurn } from '../pages/turn';

/**
 * Both calls respond in the same way whether the application exists or not. Mail programs also send the POST for
 * `List-Unsubscribe` (RFC 8058); its body contains nothing of use and is not read.
 */
export function reminderRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { config, db, now, operator } = context;
  const respond = async (request: Request, applicationId: string, stopped: boolean) => {
    const measured = config.analyticsScriptUrl !== null;
    const head = { title: `Erinnerungen | ${operator.brand.name}`, noindex: true, measured };
    const page = { applicationId, stopped, retentionDays: config.retentionDays };
    const headers = { ...pageHeaders(context, 'no-store'), 'referrer-policy': 'no-referrer' };
    const body = <StopRemindersPage {...page} />;
    return new Response(await inTurn(request, () => renderPage(assets.page, operator, head, body)), {
      headers,
    });
  };
  return new Elysia({ name: 'reminders', detail: { hide: true } })
    .get(pages.stopReminders, ({ params, request }) => respond(request, idOf(params.id), false))
    .post(
      pages.stopReminders,
      async ({ params, request, server }) => {
        await writes.hit(clientAddress(request, server, config.trustProxy));
        const id = idOf(params.id);
        await db.write((tx) => stopReminders(tx, id, now()));
        return await respond(request, id, true);
      },
      { parse: () => ({}) },
    );
}

function idOf(given: string): string {
  if (!isUuid(given)) throw refusals.notFound();
  return given.toLowerCase();
}
