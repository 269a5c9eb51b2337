/** A mail server hands over what comes back, with the bearer token of `MAIL_IN_TOKEN`. Without that there is no such path. */
import { Elysia } from 'elysia';
import { minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { bearerOf } from '../../http/auth';
import { readBounded } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { rateLimit } from '../../http/limits/rate-limit';
import { receiveMail } from '../../mail-in/receive';
import { Refusal, refusals } from '../../refusal';

const longestMessage = 2 * 1024 * 1024;

const noMessage = () => refusals.invalid([{ path: 'body', message: 'Der Inhalt ist keine E-Mail.' }]);
const wrongType = () => new Refusal(415, { message: 'Die Anfrage muss vom Typ message/rfc822 sein.' });
const wrongToken = () =>
  new Refusal(401, { message: 'Das Token ist falsch.' }, { 'www-authenticate': 'Bearer' });

export function mailInRoutes(context: Context) {
  const app = new Elysia({ name: 'mail-in' });
  const { config } = context;
  const { token } = config.mailIn;
  if (token === null) return app;
  const isAllowed = bearerOf(token);
  const guesses = rateLimit(context, { name: 'mail-in', limit: 60, windowMs: minuteMs });
  return app.post(
    api.mailIn,
    async ({ request, server }) => {
      if (!isAllowed(request)) {
        await guesses.hit(clientAddress(request, server, config));
        throw wrongToken();
      }
      if (!/^message\/rfc822\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) throw wrongType();
      const bytes = await readBounded(request, longestMessage);
      if (!(await receiveMail(context, bytes))) throw noMessage();
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    },
    { parse: 'none', detail: { hide: true } },
  );
}
