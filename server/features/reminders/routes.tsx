import { isStopped, stopAddress } from '#db/mails/stops';
import { findPriceOffer } from '#db/offers';
import { href, pages } from '#domain/urls';
import { StopRemindersPage } from '#web/site/stops.tsx';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { isForm, readForm, textIn } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import type { Site } from '../../pages/public-form';
import { tokenPage } from '../../pages/token-page';

/** Mail programs also send the POST for `List-Unsubscribe` (RFC 8058). They follow no redirect, so they get the page. */
export function reminderRoutes(site: Site) {
  const { context, show, writes } = site;
  const title = 'Erinnerungen';
  const page = (token: string, stop: Stop) => (
    <StopRemindersPage token={token} {...stop} periods={context.config.retention} />
  );
  return tokenPage(site, {
    kind: 'stop',
    path: pages.stopReminders,
    title,
    read: (token) => findStop(context, token),
    show: (stop, { token }) => ({ body: page(token, stop) }),
  }).post(
    pages.stopReminders,
    async ({ params: { token }, body, request, server }) => {
      await writes.hit(clientAddress(request, server, context.config));
      const stop = await stopReminders(context, token);
      if (!stop) return await show.invalid(request, 'stop');
      const isButton = isForm(request) && !textIn(body, 'List-Unsubscribe');
      if (isButton) return show.seeOther(href(pages.stopReminders, { token }));
      return await show.respond(request, title, page(token, stop));
    },
    {
      parse: ({ request }) => (isForm(request) ? readForm(request).catch(() => ({})) : {}),
      detail: { hide: true },
    },
  );
}

type Stop = { about: 'application' | 'offer'; stopped: boolean };

async function findStop({ db, links }: Context, token: string) {
  const link = await links.find('stop', token);
  if (!link) return null;
  const about = (await findPriceOffer(db.fresh, link.about)) ? ('offer' as const) : ('application' as const);
  return { link, about, stopped: await isStopped(db.fresh, link.subject) };
}

async function stopReminders(context: Context, token: string): Promise<Stop | null> {
  const stop = await findStop(context, token);
  if (!stop) return null;
  const { subject: personKey, about } = stop.link;
  await perform(context, null, ({ tx, at }) => stopAddress(tx, context.cipher, { personKey, about }, at));
  return { ...stop, stopped: true };
}
