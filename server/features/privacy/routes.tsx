import { Elysia, type Context as ElysiaContext } from 'elysia';
import { invalidLinkTitle, linkSentTitle } from '#domain/access-links';
import { tidied } from '#domain/fields';
import { requestNotices } from '#domain/form-notices';
import { addressRequest } from '#domain/people';
import { type Erasure, erasedTitle, type OwnData, privacyRequested } from '#domain/privacy/own-data';
import { minuteMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { OwnDataPage, type RefusedErasure } from '#web/site/privacy/OwnDataPage.tsx';
import { OwnDataRequestPage } from '#web/site/privacy/OwnDataRequestPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import { callerNetwork, clientAddress } from '../../http/client-address';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { fileHeaders, quietHeaders } from '../../http/headers';
import { type RateLimit, rateLimit } from '../../http/limits/rate-limit';
import { lookInTurn } from '../../http/limits/read-limits';
import { checkEntries } from '../../http/schema';
import { type QuietPages, quietPages } from '../../pages/quiet';
import { refusals } from '../../refusal';
import { eraseOwnData } from './erasing';
import { openPrivacyLink, readOwnData, requestPrivacyLink } from './service';

const tags = ['Meine Daten'];
const title = 'Meine Daten';
// the handlers check the bodies, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...addressRequest } } } };
const fileName = 'Meine-Daten.json';

type Call = Pick<ElysiaContext, 'request' | 'server' | 'body'>;

export function privacyRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const show = quietPages(context, assets);
  const form = createPublicForm(context, writes, {
    name: 'privacy',
    notices: requestNotices,
    event: 'privacy_request_failed',
  });
  // with a limit of its own: whoever asked for several links may still enter five wrong dates
  const erasing = createPublicForm(context, writes, {
    name: 'privacy-erasing',
    notices: requestNotices,
    event: 'erasure_failed',
  });
  const read = createReading(context);
  return new Elysia({ name: 'privacy' })
    .onParse(form.parse)
    .use(readingRoutes(show, read))
    .get(api.privacyRequests, ({ request }) => form.back(request, pages.ownData), { detail: { hide: true } })
    .post(
      api.privacyRequests,
      async ({ body, request, server, set }) => {
        const network = callerNetwork(context.config, request, server);
        const steps = requestSteps(context, show, request, network);
        const taken = await form.take({ body, request, server }, steps);
        if (taken instanceof Response) return taken;
        set.status = 202;
        return { message: privacyRequested };
      },
      { detail: { tags, summary: 'Den Link zu den eigenen Daten anfordern', requestBody } },
    )
    .use(returningRoutes(form))
    .post(
      api.exportOwnData,
      async ({ params: { token }, body, request, server }) => {
        const steps = exportSteps(show, read, token, { request, server });
        const taken = await form.take({ body, request, server }, steps);
        return taken instanceof Response ? taken : fileOf(taken);
      },
      { detail: { tags, summary: 'Die eigenen Daten als JSON' } },
    )
    .post(
      api.eraseOwnData,
      async ({ params: { token }, body, request, server }) =>
        await erasing.take({ body, request, server }, erasureSteps(context, show, request, token)),
      { detail: { tags, summary: 'Die eigenen Daten löschen' } },
    );
}

function returningRoutes({ back }: ReturnType<typeof createPublicForm>) {
  const routes = new Elysia({ name: 'privacy-returning', detail: { hide: true } });
  for (const path of [api.exportOwnData, api.eraseOwnData])
    routes.get(path, ({ params, request }) => back(request, href(pages.ownDataOf, params)));
  return routes;
}

type Read = ReturnType<typeof createReading>;

/** Reads what a link opens, some times a minute: a look reads ten tables. Null if it opens nothing. */
function createReading(context: Context) {
  const windowMs = minuteMs;
  const ofClient = rateLimit(context, { name: 'privacy-reading', limit: 20, windowMs });
  const ofLink = rateLimit(context, { name: 'privacy-reading-link', limit: 5, windowMs });
  return async (token: string, { request, server }: Pick<Call, 'request' | 'server'>) => {
    const link = await openPrivacyLink(context, token);
    if (!link) return null;
    await ofClient.hit(clientAddress(request, server, context.config));
    await ofLink.hit(link.hash);
    return await lookInTurn(request, () => readOwnData(context, link.address));
  };
}

/** Opening changes nothing. */
function readingRoutes(show: QuietPages, read: Read) {
  return new Elysia({ name: 'privacy-reading', detail: { hide: true } })
    .get(pages.ownData, ({ request }) => {
      const sent = new URL(request.url).searchParams.get('link') === 'gesendet';
      // a screen reader reads the title first, and the page is otherwise the same as before
      const news = sent ? `${linkSentTitle}: ${title}` : title;
      return show.respond(request, news, <OwnDataRequestPage sent={sent} />);
    })
    .get(pages.ownDataOf, async ({ params: { token }, request, server }) => {
      const data = await read(token, { request, server });
      return await showData(show, request, { token, data });
    });
}

async function showData(
  show: QuietPages,
  request: Request,
  { token, data }: { token: string; data: OwnData | null },
  { status = 200, ...refused }: Partial<RefusedErasure> & { status?: number } = {},
): Promise<Response> {
  if (!data) return await show.invalid(request, 'privacy');
  const shown = { birthDate: '', errors: [], notice: null, ...refused };
  const page = <OwnDataPage token={token} data={data} refused={shown} />;
  return await show.respond(request, status === 200 ? title : `Fehler: ${title}`, page, status);
}

function requestSteps(context: Context, show: QuietPages, request: Request, network: string) {
  return {
    entriesOf: (body: unknown) => ({ email: textIn(body, 'email') }),
    accept: async (given: unknown, count: () => Promise<void>, sending: SendingId) => {
      const checked = checkEntries(addressRequest, given);
      if (!checked.ok) throw refusals.invalid(checked.errors);
      await count();
      await requestPrivacyLink(context, { address: checked.value.email, network, sending });
    },
    locationOf: () => `${pages.ownData}?link=gesendet`,
    refuse: ({ email }: { email: string }, { status, errors, message }: RefusedEntries) => {
      const refused = { email, errors, notice: errors.length > 0 ? null : message };
      return show.typed(request, title, <OwnDataRequestPage refused={refused} />, status);
    },
  };
}

/** Counts with the looks, not with the requests for a link. */
function exportSteps(
  show: QuietPages,
  read: Read,
  token: string,
  { request, server }: Pick<Call, 'request' | 'server'>,
) {
  return {
    entriesOf: () => null,
    accept: async () => {
      const data = await read(token, { request, server });
      if (!data) throw refusals.notFound(invalidLinkTitle);
      return data;
    },
    locationOf: fileOf,
    refuse: (_: null, refused: RefusedEntries) =>
      refused.status === 404 ? show.invalid(request, 'privacy') : show.refused(request, refused),
  };
}

function fileOf(data: OwnData): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: { ...quietHeaders, ...fileHeaders(fileName, 'application/json;charset=utf-8') },
  });
}

function erasureSteps(context: Context, show: QuietPages, request: Request, token: string) {
  return {
    entriesOf: (body: unknown) => ({ birthDate: textIn(body, 'birthDate') }),
    accept: async (given: unknown, count: () => Promise<void>, sending: SendingId): Promise<Erasure> => {
      const birthDate = tidied(textIn(given, 'birthDate'));
      const sent = sendingOf<Erasure>(context, sending, [token, birthDate]);
      const before = await sent.known(context.db.fresh);
      if (before) return before;
      if (!(await openPrivacyLink(context, token))) throw refusals.notFound(invalidLinkTitle);
      await count();
      const look = <T,>(work: () => Promise<T>) => lookInTurn(request, work);
      return await eraseOwnData(context, { token, birthDate, sent, look });
    },
    // no address can have the page say that something was erased
    locationOf: (erased: Erasure) =>
      show.respond(request, `${erasedTitle(erased)}: ${title}`, <OwnDataRequestPage erased={erased} />),
    refuse: async ({ birthDate }: { birthDate: string }, { status, errors, message }: RefusedEntries) => {
      // nothing is read for whoever asks too often
      if (status === 429) return await show.refused(request, { status, message });
      const link = status === 404 ? null : await openPrivacyLink(context, token);
      const data = link && (await lookInTurn(request, () => readOwnData(context, link.address)));
      const notice = errors.length > 0 ? null : message;
      return await showData(show, request, { token, data }, { status, birthDate, errors, notice });
    },
  };
}
