/** What the forms say about the domain of a typed address. The browser sends the domain, never the address. */
import { Elysia } from 'elysia';
import { readableAddress } from '#db/addresses';
import type { EmailDomain } from '#domain/mails/email-domains';
import { suggestionFor } from '#domain/mails/typed-domains';
import { isEmail } from '#domain/people';
import { addressKey, partsOf } from '#domain/text/addresses';
import { minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { clientAddress } from '../../http/client-address';
import { ownRateLimit } from '../../http/rate-limit';
import { refusals } from '../../refusal';
import { createReceivers } from './receivers';

export function emailDomainRoutes(context: Pick<Context, 'config' | 'dns' | 'meters' | 'uptime'>) {
  const count = ownRateLimit(context, { name: 'email-domain', limit: 30, windowMs: minuteMs });
  const receives = createReceivers(context);
  return new Elysia({ name: 'email-domains' }).get(
    api.emailDomain,
    async ({ params, request, server }) => {
      count(clientAddress(request, server, context.config.trustProxy));
      const address = `x@${params.domain}`;
      if (!isEmail(address)) throw refusals.invalid([{ path: 'domain', message: 'Das ist keine Domain' }]);
      const taken = await receives(partsOf(addressKey(address)).domain);
      const { domain } = partsOf(readableAddress(address));
      return { suggestion: suggestionFor(domain, taken), receives: taken } satisfies EmailDomain;
    },
    { detail: { tags: ['Antrag'], summary: 'Ob eine Domain E-Mails annimmt, und welche gemeint sein kann' } },
  );
}
