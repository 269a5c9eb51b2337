/** What the forms say about the domain of a typed address. The browser sends the domain, never the address. */
import { Elysia } from 'elysia';
import { minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import { ownRateLimit } from '../../http/limits/rate-limit';
import { pauseInCrowd } from '../../http/queue';
import { createLookup } from './service';

export function emailDomainRoutes(context: Pick<Context, 'config' | 'dns' | 'meters' | 'uptime'>) {
  const count = ownRateLimit(context, { name: 'email-domain', limit: 30, windowMs: minuteMs });
  const lookUp = createLookup(context);
  return new Elysia({ name: 'email-domains' }).get(
    api.emailDomain,
    async ({ params, request, server, set }) => {
      set.headers['cache-control'] = 'no-store';
      await pauseInCrowd();
      count(clientAddress(request, server, context.config));
      return await lookUp(params.domain);
    },
    { detail: { tags: ['Antrag'], summary: 'Ob eine Domain E-Mails annimmt, und welche gemeint sein kann' } },
  );
}
