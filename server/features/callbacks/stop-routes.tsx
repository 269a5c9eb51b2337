import { Elysia } from 'elysia';
import { berlinDay } from '#domain/dates';
import { href, pages } from '#domain/urls';
import { StopCallsPage } from '#web/site/callbacks/StopCallsPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/limits/rate-limit';
import { quietPages } from '../../pages/quiet';
import { requestByLink, stopByLink } from './stop';

/** Opening stops nothing, because mail scanners open links. */
export function stopCallRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const { respond, seeOther, invalid } = quietPages(context, assets);
  const page = async (request: Request, token: string) => {
    const asked = await requestByLink(context, token);
    if (!asked) return invalid(request, 'calls');
    const shown = { askedOn: berlinDay(new Date(asked.createdAt)), stopped: asked.noCallsAt !== null };
    return respond(request, 'Rückruf', <StopCallsPage token={token} {...shown} />);
  };
  return new Elysia({ name: 'stop-calls', detail: { hide: true } })
    .get(pages.stopCalls, ({ params: { token }, request }) => page(request, token))
    .post(
      pages.stopCalls,
      async ({ params: { token }, request, server }) => {
        await writes.hit(clientAddress(request, server, context.config));
        return (await stopByLink(context, token))
          ? seeOther(href(pages.stopCalls, { token }))
          : invalid(request, 'calls');
      },
      { parse: () => ({}) },
    );
}
