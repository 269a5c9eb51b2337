/** Public forms: each takes JSON and a plain HTML form, which gets a page whatever becomes of it. */

import type { Context as ElysiaContext } from 'elysia';
import { DatabaseUnavailable } from '#db/driver/errors';
import type { FieldError } from '#domain/fields';
import type { FormNotices } from '#domain/form-notices';
import { hourMs, minuteMs } from '#domain/time';
import type { Context } from '../../context';
import { traceOf } from '../../log';
import { Refusal, refusals, tooManyMessage } from '../../refusal';
import { isForm, readCounted, textIn } from '../body';
import { clientAddress } from '../client-address';
import { quietHeaders } from '../headers';
import { type RateLimit, rateLimit } from '../limits/rate-limit';
import { pauseInCrowd } from '../queue';
import { isAbort, noteRefused, requestIdOf } from '../requests';
import { type SendingId, sendingIdIn } from './sending';

/** `name` of its limit; `event`: what the log says when something unexpected keeps an entry from being stored. */
type Kind = {
  name: string;
  notices: FormNotices;
  event: string;
  /** Besides five a minute and address. */
  hourly?: number;
  /** Of each response; by default those of everything whose address gives access to something. */
  headers?: Record<string, string>;
};

/** The messages at the fields, or else one about the whole form. */
export type RefusedEntries = { status: number; errors: FieldError[]; message: string };

type Received = Pick<ElysiaContext, 'request' | 'server'>;

type Steps<Entries, Done> = {
  entriesOf: (body: unknown) => Entries;
  /** Checks and stores; calls `count` between the two, so that a visitor may mistype several times. @throws Refusal */
  accept: (given: unknown, count: () => Promise<void>, sending: SendingId) => Promise<Done>;
  /** What a plain form gets: the path of the page that it leads to, a page, or a file. */
  locationOf: (done: Done) => string | Response | Promise<Response>;
  refuse: (entries: Entries, refused: RefusedEntries) => Promise<Response>;
};

/** `writes`: the limit of all public writes together. A form has its own besides. */
export function createPublicForm(
  context: Context,
  writes: RateLimit,
  { name, notices, event, hourly, headers = quietHeaders }: Kind,
) {
  const refusalOf = formRefusals(context, notices, event);
  const accepted = rateLimit(context, { name, limit: 5, windowMs: minuteMs });
  const inAnHour = hourly
    ? rateLimit(context, { name: `${name}-hour`, limit: hourly, windowMs: hourMs })
    : null;
  const addressOf = ({ request, server }: Received) => clientAddress(request, server, context.config);
  return {
    /** For `onParse`. A plain form that cannot be read has its refusal as its body. */
    async parse({ request, path, server, set }: Received & Pick<ElysiaContext, 'path' | 'set'>) {
      // before anything can be refused
      Object.assign(set.headers, headers);
      await pauseInCrowd();
      const reading = readCounted(request, path, () => writes.hit(addressOf({ request, server })));
      return await reading.catch((error: unknown) => {
        const refusal = refusalOf(error, request);
        if (isForm(request)) return refusal;
        throw refusal;
      });
    },
    /** For a restored tab, which opens the address that took the form. @throws Refusal 404 for what is no browser */
    back(request: Request, location: string): Response {
      if (!request.headers.get('accept')?.includes('text/html')) throw refusals.notFound();
      return new Response(null, { status: 303, headers: { ...headers, location } });
    },
    /** The response to a plain form, or what became of JSON. @throws Refusal if it was JSON */
    async take<Entries, Done>(
      { request, server, body }: Received & Pick<ElysiaContext, 'body'>,
      { entriesOf, accept, locationOf, refuse }: Steps<Entries, Done>,
    ): Promise<Response | Done> {
      const address = addressOf({ request, server });
      const count = async () => {
        await accepted.hit(address);
        await inAnHour?.hit(address);
      };
      const sending = sendingIdIn(name, textIn(body, 'id'), isForm(request));
      if (!sending.isPlain) {
        return await accept(body, count, sending).catch((error: unknown) => {
          throw refusalOf(error, request);
        });
      }
      const entries = entriesOf(body instanceof Refusal ? {} : body);
      try {
        if (body instanceof Refusal) throw body;
        await writes.hit(address);
        const location = await locationOf(await accept(entries, count, sending));
        if (location instanceof Response) return location;
        return new Response(null, { status: 303, headers: { ...headers, location } });
      } catch (error) {
        const refusal = refusalOf(error, request);
        const page = await refusedPage(refusal, (refused) => refuse(entries, refused));
        noteRefused(context, { request, server }, refusal.status);
        return page;
      }
    },
  };
}

/** Throws a refusal that gets the small page if there is no other page for one who asks for too much. */
async function refusedPage(refusal: Refusal, refuse: (refused: RefusedEntries) => Promise<Response>) {
  const { status, body, headers } = refusal;
  try {
    const page = await refuse({ status, errors: body.errors ?? [], message: body.message });
    for (const [header, value] of Object.entries(headers)) page.headers.set(header, value);
    return page;
  } catch (broken) {
    if (!(broken instanceof Refusal)) throw broken;
    // if possible with the reason of the form
    const shown = status === 429 ? refusal : broken;
    throw new Refusal(shown.status, shown.body, shown.headers, true);
  }
}

/** An unexpected error is logged as `event` and answered like an unavailable database. */
function formRefusals(
  { operator, log }: Pick<Context, 'operator' | 'log'>,
  notices: FormNotices,
  event: string,
) {
  const byStatus: Record<number, FormNotices[keyof FormNotices]> = {
    413: notices.tooLarge,
    429: notices.tooMany,
  };
  return (error: unknown, request: Request): Refusal => {
    if (error instanceof Refusal) {
      // a limit with a sentence of its own
      if (error.status === 429 && error.body.message !== tooManyMessage) return error;
      const notice = byStatus[error.status]?.(operator);
      return notice ? new Refusal(error.status, { message: notice }, error.headers) : error;
    }
    // who gave up while sending fills no log
    if (!(error instanceof DatabaseUnavailable || isAbort(error)))
      log('error', event, { requestId: requestIdOf(request), ...traceOf(error) });
    return new Refusal(503, { message: notices.unavailable(operator) }, { 'retry-after': '5' });
  };
}
