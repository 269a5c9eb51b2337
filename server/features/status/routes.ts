/** The status of an application by the link in a mail: as a page, as JSON, as a PDF, and the answer to a question. */
import { Elysia, type Context as ElysiaContext } from 'elysia';
import { invalidLinkTitle } from '#domain/access-links';
import { answerNotices, newAnswer } from '#domain/cases/status-page';
import { check } from '#domain/fields';
import { isUuid } from '#domain/ids';
import { api, documentName, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { isForm, readCounted, textIn } from '../../http/body';
import { formRefusals } from '../../http/form-refusal';
import { clientAddress, type RateLimit, rateLimit } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { writeDocument } from '../backoffice/applications/document';
import { createStatusPages, type StatusPages, statusHeaders } from './pages';
import { answerQuestion, showStatus } from './service';

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...newAnswer } } } };
const tags = ['Status'];

/** A link that is unknown, expired or of another kind gets one and the same response. */
export function statusRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const show = createStatusPages(context, assets);
  const { accept, acceptForm, refusalOf } = createAcceptance(context, show, writes);
  const addressOf = ({ request, server }: Pick<ElysiaContext, 'request' | 'server'>) =>
    clientAddress(request, server, context.config.trustProxy);
  return new Elysia({ name: 'status' })
    .onParse(async ({ request, path, server, set }) => {
      // before anything can be refused
      Object.assign(set.headers, statusHeaders);
      const reading = readCounted(request, path, () => writes.hit(addressOf({ request, server })));
      return await reading.catch((error: unknown) => {
        const refusal = refusalOf(error, request);
        if (isForm(request)) return refusal;
        throw refusal;
      });
    })
    .use(readingRoutes(context, show))
    .post(
      api.answerStatus,
      async ({ params: { token }, body, request, server, set }) => {
        const address = addressOf({ request, server });
        if (isForm(request)) return await acceptForm(request, token, body, address);
        await accept(token, body, address).catch((error: unknown) => {
          throw refusalOf(error, request);
        });
        set.status = 201;
        return { message: 'Ihre Antwort ist bei uns angekommen.' };
      },
      { detail: { tags, summary: 'Eine Rückfrage beantworten', requestBody } },
    );
}

/** Reading changes nothing. */
function readingRoutes(context: Context, show: StatusPages) {
  return new Elysia({ name: 'status-reading' })
    .onTransform(({ set }) => {
      // also of what is refused
      Object.assign(set.headers, statusHeaders);
    })
    .get(
      pages.status,
      async ({ params, request }) => {
        const shown = await openShown(context, params.token);
        return await (shown ? show.status(request, shown) : show.invalid(request));
      },
      { detail: { hide: true } },
    )
    .get(
      api.status,
      async ({ params }) => {
        const shown = await openShown(context, params.token);
        if (!shown) throw refusals.notFound(invalidLinkTitle);
        return shown.view;
      },
      { detail: { tags, summary: 'Der Stand eines Antrags' } },
    )
    .get(
      api.statusDocument,
      async ({ params }) => {
        const id = await context.links.applicationOf('status', params.token);
        const document = id && (await writeDocument(context, id, 'applicant'));
        if (!id || !document || document.kind !== 'written') throw refusals.notFound(invalidLinkTitle);
        return new Response(Buffer.from(document.content), {
          headers: {
            ...statusHeaders,
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="${documentName(id)}"`,
          },
        });
      },
      { detail: { tags, summary: 'Der Antrag als PDF' } },
    );
}

function createAcceptance(context: Context, show: StatusPages, writes: RateLimit) {
  const refusalOf = formRefusals(context, answerNotices, 'answer_not_stored');
  // counts valid answers only, so that a visitor may mistype several times
  const answers = rateLimit(context, { name: 'status-answer', limit: 5, windowMs: 60_000 });

  /** @throws Refusal 404, 409, 422 or 429 */
  async function accept(token: string, body: unknown, address: string): Promise<void> {
    const applicationId = await context.links.applicationOf('status', token);
    if (!applicationId) throw refusals.notFound(invalidLinkTitle);
    const checked = check(newAnswer, body);
    if (!checked.ok) throw refusals.invalid(checked.errors);
    await answers.hit(address);
    const answering = await answerQuestion(context, applicationId, checked.value);
    if (answering === 'different') throw refusals.conflict(answerNotices.different);
    if (answering === 'nothing_asked') throw refusals.conflict(answerNotices.nothingAsked);
  }

  /** @param body the fields, or why they could not be read */
  async function acceptForm(
    request: Request,
    token: string,
    body: unknown,
    address: string,
  ): Promise<Response> {
    const given = body instanceof Refusal ? { id: '', text: '' } : entriesOf(body);
    try {
      if (body instanceof Refusal) throw body;
      await writes.hit(address);
      await accept(token, given, address);
      const location = href(pages.status, { token });
      return new Response(null, { status: 303, headers: { ...statusHeaders, location } });
    } catch (error) {
      return await refuseForm(context, show, { request, token, given }, refusalOf(error, request));
    }
  }

  return { accept, acceptForm, refusalOf };
}

type Sent = { request: Request; token: string; given: { id: string; text: string } };

async function refuseForm(
  context: Context,
  show: StatusPages,
  { request, token, given }: Sent,
  { status, headers, body }: Refusal,
): Promise<Response> {
  const shown = status === 404 ? null : await openShown(context, token);
  if (!shown) return await show.invalid(request);
  const { message } = body;
  // the id is in no field that a visitor could correct: the page gets a new one
  const errors = body.errors?.filter(({ path }) => path !== 'id') ?? [];
  const answerId = isUuid(given.id) && status !== 409 ? given.id : crypto.randomUUID();
  // the message at the field says more than the one about the form
  const notice = errors.length > 0 ? null : message;
  const page = await show.refused(request, shown, { status, answerId, text: given.text, errors, notice });
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

/** Null for a link that opens nothing. */
async function openShown({ db, links }: Context, token: string) {
  const applicationId = await links.applicationOf('status', token);
  // not from a replica, which may be behind when the browser follows the redirect
  const shown = applicationId && (await showStatus(db.shared ?? db.read, applicationId));
  return shown ? { token, ...shown } : null;
}

function entriesOf(body: unknown) {
  return { id: textIn(body, 'id'), text: textIn(body, 'text') };
}
