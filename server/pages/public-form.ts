/**
 * Public forms: each takes JSON and a plain HTML form, which gets a page whatever becomes of it. `act` says the order in
 * which things are checked: what it throws before `count` counts for no limit. An unexpected error is logged as `event`.
 *
 *   publicForm({
 *     form: site.form({ name: 'offer', event: 'offer_not_stored' }),
 *     path: api.offers, back: () => pages.offer, docs: { tag, summary },
 *     takes: fields(context, offerRequest),
 *     act: async ({ input, count }) => { const wish = input(); await count(); return await store(wish); },
 *     json: ({ id }) => [201, { id }], plain: () => pages.offerSent,
 *     refuse: ({ request }, entries, { status, ...refused }) => show.typed(request, title, page(entries, refused), status),
 *   })
 */
import { Elysia, type Context as ElysiaContext } from 'elysia';
import type { Static, TObject, TSchema } from 'typebox';
import { DatabaseUnavailable } from '#db/driver/errors';
import type { AnyLinkKind } from '#domain/access-links';
import type { Entries } from '#domain/facts';
import { type FieldError, tidied } from '#domain/fields';
import { type FormNotices, requestNotices } from '#domain/form-notices';
import { minuteMs } from '#domain/time';
import type { NameIn } from '#domain/urls';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { isForm, readCounted, textIn } from '../http/body';
import { clientAddress } from '../http/client-address';
import { type SendingId, sendingIdIn } from '../http/forms/submission';
import { quietHeaders } from '../http/headers';
import { type RateLimit, rateLimit } from '../http/limits/rate-limit';
import { createPdfLimit } from '../http/limits/read-limits';
import { pauseInCrowd } from '../http/queue';
import { asksForPage, isAbort, noteRefused, requestIdOf } from '../http/requests';
import { checkEntries } from '../http/schema';
import { traceOf } from '../log';
import { Refusal, refusals, tooManyMessage, valid } from '../refusal';
import { quietPages } from './render';

export type Site = ReturnType<typeof siteOf>;

/** `writes`: the limit of all public writes together. */
export function siteOf(context: Context, assets: Assets, writes: RateLimit) {
  const show = quietPages(context, assets);
  return {
    context,
    show,
    /** Routes with one form share its limit. */
    form: (kind: Kind) => createForm(context, writes, show.refused, kind),
    writes,
    pdfs: createPdfLimit(context),
  };
}

/** `name` of its limit; `event`: what the log says when something unexpected keeps an entry from being stored. */
type Kind = {
  name: string;
  event: string;
  /** By default those of a request. */
  notices?: FormNotices;
  /** Of each response; by default those of everything whose address gives access to something. */
  headers?: Record<string, string>;
};

function createForm(
  context: Context,
  writes: RateLimit,
  showSmall: ReturnType<typeof quietPages>['refused'],
  { headers = quietHeaders, ...kind }: Kind,
) {
  const { config } = context;
  const accepted = rateLimit(context, { name: kind.name, limit: 5, windowMs: minuteMs });
  const addressOf = ({ request, server }: Received) => clientAddress(request, server, config);
  return {
    name: kind.name,
    headers,
    refusalOf: formRefusals(context, kind),
    showSmall,
    countWrite: (from: Received) => writes.hit(addressOf(from)),
    count: (from: Received) => accepted.hit(addressOf(from)),
    note: (from: Received, { status }: Refusal) => noteRefused(context, from, status),
    seeOther: (location: string, more = {}) =>
      new Response(null, { status: 303, headers: { ...headers, location, ...more } }),
  };
}

type Form = ReturnType<typeof createForm>;

export type Received = Pick<ElysiaContext, 'request' | 'server'>;
export type Asked<Part extends string> = Received & { params: Record<Part, string> };
/** `input` checks what was sent, and `count` counts it for the limit: between the two a visitor may mistype. */
export type Sent<Input> = { input: () => Input; count: () => Promise<void>; sending: SendingId };
/** The messages at the fields, or else, as `notice`, the one about the whole form. */
export type Refused = { status: number; errors: FieldError[]; message: string; notice: string | null };

export type PublicForm<Part extends string, Shown, Input, Done> = {
  form: Form;
  path: string;
  /** The page of the form, to which its address leads a restored tab; null: the address has a `GET` of its own. */
  back: ((params: Asked<Part>['params']) => string) | null;
  /** Left out: it is not in the API docs. */
  docs?: { tag: string; summary: string };
  takes: Takes<Shown, Input>;
  act: (sent: Sent<Input> & Asked<Part>) => Promise<Done>;
  json: (done: Done) => [status: number, body: unknown];
  /** What a plain form gets: the path of the page that it leads to, a page, or a file. */
  plain: (done: Done, asked: Asked<Part>) => string | Response | Promise<Response>;
  /** Goes along with the page that a plain form leads to, or with the JSON; not with a refusal. */
  cookie?: (done: Done) => string;
  refuse: (asked: Asked<Part>, entries: Shown, refused: Refused) => Promise<Response>;
};

export function publicForm<Path extends string, Shown, Input, Done>(
  spec: PublicForm<NameIn<Path>, Shown, Input, Done> & { path: Path },
) {
  type Params = Record<NameIn<Path>, string>;
  const { form, path, back, docs, takes, act, json, plain, cookie, refuse } = spec;
  const { schema } = takes;
  const requestBody = schema && { required: true, content: { 'application/json': { schema } } };
  const detail = docs ? { tags: [docs.tag], summary: docs.summary, requestBody } : { hide: true };
  const app = new Elysia().onParse(parsing(form)).post(
    path as string,
    async ({ params, body, request, server, set }) => {
      const asked = { params: params as Params, request, server };
      const isPlain = isForm(request);
      try {
        if (body instanceof Refusal) throw body;
        if (isPlain) await form.countWrite(asked);
        const input = () => takes.input(body, isPlain);
        const sending = sendingIdIn(form.name, textIn(body, 'id'), isPlain);
        const done = await act({ ...asked, input, count: () => form.count(asked), sending });
        const cookies = cookie && { 'set-cookie': cookie(done) };
        if (isPlain) {
          const to = await plain(done, asked);
          return to instanceof Response ? to : form.seeOther(to, cookies);
        }
        const [status, told] = json(done);
        Object.assign(set.headers, cookies);
        set.status = status;
        return told;
      } catch (error) {
        const refusal = form.refusalOf(error, request);
        if (!isPlain) throw refusal;
        const entries = takes.shown(body instanceof Refusal ? {} : body);
        const page = await refusedPage(form, request, refusal, (refused) => refuse(asked, entries, refused));
        form.note(asked, refusal);
        return page;
      }
    },
    { detail },
  );
  if (!back) return app;
  const leadBack = ({ params, request }: { params: unknown; request: Request }) => {
    if (!asksForPage(request)) throw refusals.notFound();
    return form.seeOther(back(params as Params));
  };
  return app.get(path as string, leadBack, { detail: { hide: true } });
}

/** Of a button that opens nothing or does nothing: there is nothing typed to show again. */
export function buttonRefused({ show }: Site, kind: AnyLinkKind) {
  return ({ request }: Received, _: unknown, refused: Refused) =>
    refused.status === 404 ? show.invalid(request, kind) : show.refused(request, refused);
}

/** A plain form that cannot be read has its refusal as its body. */
function parsing({ headers, countWrite, refusalOf }: Form) {
  return async ({ request, path, server, set }: Received & Pick<ElysiaContext, 'path' | 'set'>) => {
    // before anything can be refused
    Object.assign(set.headers, headers);
    await pauseInCrowd();
    const reading = readCounted(request, path, () => countWrite({ request, server }));
    return await reading.catch((error: unknown) => {
      const refusal = refusalOf(error, request);
      if (isForm(request)) return refusal;
      throw refusal;
    });
  };
}

/** Throws a refusal that gets the small page for those who ask for too much. */
async function refusedPage(
  { refusalOf, showSmall }: Form,
  request: Request,
  refusal: Refusal,
  refuse: (refused: Refused) => Promise<Response>,
): Promise<Response> {
  try {
    return await pageOf(refusal, refuse);
  } catch (broken) {
    const isTooMany = refusal.status === 429;
    if (broken instanceof Refusal) {
      // if possible with the reason of the form
      const { status, body, headers } = isTooMany ? refusal : broken;
      throw new Refusal(status, body, headers, true);
    }
    // the page must be read again, and the database is away
    return await pageOf(isTooMany ? refusal : refusalOf(broken, request), (shown) =>
      showSmall(request, shown),
    );
  }
}

async function pageOf({ status, body, headers }: Refusal, show: (refused: Refused) => Promise<Response>) {
  const { message, errors = [] } = body;
  // the messages at the fields say more than the one about all of them
  const page = await show({ status, errors, message, notice: errors.length > 0 ? null : message });
  for (const [header, value] of Object.entries(headers)) page.headers.set(header, value);
  return page;
}

/** An unexpected error is answered like an unavailable database. */
function formRefusals({ operator, log }: Context, { notices = requestNotices, event }: Kind) {
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

/** How a plain form is read. `Shown`: the entries as they were typed and ticked. */
type Takes<Shown, Input> = {
  /** For the API docs: the route checks the body itself, because a form gets a page instead of JSON. */
  schema?: TObject;
  shown: (body: unknown) => Shown;
  input: (body: unknown, isPlain: boolean) => Input;
};

export const nothing: Takes<null, null> = { shown: () => null, input: () => null };

/** Texts without a schema: whoever takes them checks them. */
export function texts<Name extends string>(names: readonly Name[]) {
  const shown = (body: unknown) =>
    Object.fromEntries(names.map((name) => [name, textIn(body, name)])) as Record<Name, string>;
  return { shown, input: shown } satisfies Takes<Record<Name, string>, Record<Name, string>>;
}

/** `schemaOf` is called for each sending, because some rules depend on the day. */
export function fields<T extends TObject>(
  { today }: Pick<Context, 'today'>,
  schemaOf: (today: string) => T,
): Takes<Entries<Static<T>>, Static<T>> {
  const schema = { ...schemaOf(today()) };
  const known = Object.entries(schema.properties);
  const read = (body: unknown, of: (field: Described, text: string) => unknown) =>
    Object.fromEntries(known.map(([name, field]) => [name, of(field, textIn(body, name))]));
  return {
    schema,
    shown: (body) => read(body, (field, text) => (isBox(field) ? text === 'on' : text)) as Entries<Static<T>>,
    input: (body, isPlain) => valid(checkEntries(schemaOf(today()), isPlain ? read(body, jsonOf) : body)),
  };
}

type Described = TSchema & { type?: string; enum?: readonly unknown[] };
const isBox = ({ type }: Described) => type === 'boolean';

/** As the same form would send it as JSON: numbers are numbers, and what was left empty is missing. */
function jsonOf(field: Described, text: string): unknown {
  const bare = tidied(text);
  if (bare === '') return undefined;
  if (isBox(field)) return text === 'on';
  const isNumber = field.type === 'integer' || typeof field.enum?.[0] === 'number';
  return isNumber && /^\d{1,9}$/.test(bare) ? Number(bare) : text;
}
