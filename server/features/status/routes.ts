import { Elysia } from 'elysia';
import { invalidLinkTitle, linksEndedSentence } from '#domain/access-links';
import { answerNotices, newAnswer } from '#domain/cases/status-page';
import { requestNotices } from '#domain/form-notices';
import { isUuid } from '#domain/ids';
import type { MessageResponse } from '#domain/responses';
import { api, documentName, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import { fileHeaders, quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import type { PdfLimit } from '../../http/limits/read-limits';
import { checkEntries } from '../../http/schema';
import { refusals, valid } from '../../refusal';
import { writeDocument } from '../backoffice/applications/document';
import { createStatusPages, type StatusPages } from './pages';
import { answerQuestion, endAllLinks, showStatus } from './service';

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...newAnswer } } } };
const tags = ['Status'];

/** A link that is unknown, expired or of another kind gets one and the same response. */
export function statusRoutes(context: Context, assets: Assets, writes: RateLimit, pdfs: PdfLimit) {
  const show = createStatusPages(context, assets);
  const form = createPublicForm(context, writes, {
    name: 'status-answer',
    notices: answerNotices,
    event: 'answer_not_stored',
  });
  return new Elysia({ name: 'status' })
    .use(revokingRoutes(context, show, writes))
    .onParse(form.parse)
    .use(readingRoutes(context, show, pdfs))
    .get(api.answerStatus, ({ params, request }) => form.back(request, href(pages.status, params)), {
      detail: { hide: true },
    })
    .post(
      api.answerStatus,
      async ({ params: { token }, body, request, server, set }) => {
        const taken = await form.take({ body, request, server }, stepsOf(context, show, request, token));
        if (taken instanceof Response) return taken;
        set.status = 201;
        return { message: 'Ihre Antwort ist bei uns angekommen.' };
      },
      { detail: { tags, summary: 'Eine Rückfrage beantworten', requestBody } },
    );
}

/** A link that is forwarded or in the wrong mailbox is ended by whoever has it: what it opens is opened no more. */
function revokingRoutes(context: Context, show: StatusPages, writes: RateLimit) {
  const form = createPublicForm(context, writes, {
    name: 'status-revoking',
    notices: requestNotices,
    event: 'links_not_ended',
  });
  return new Elysia({ name: 'status-revoking' })
    .onParse(form.parse)
    .get(api.revokeStatus, ({ params, request }) => form.back(request, href(pages.status, params)), {
      detail: { hide: true },
    })
    .post(
      api.revokeStatus,
      async ({ params: { token }, body, request, server }) =>
        await form.take(
          { body, request, server },
          {
            entriesOf: () => null,
            accept: async (_, count): Promise<MessageResponse> => {
              const applicationId = await context.links.applicationOf('status', token);
              if (!applicationId) throw refusals.notFound(invalidLinkTitle);
              await count();
              await endAllLinks(context, applicationId);
              return { message: linksEndedSentence };
            },
            locationOf: () => pages.linksEnded,
            refuse: (_, refused) =>
              refused.status === 404 ? show.invalid(request, 'status') : show.tooMany(request, refused),
          },
        ),
      { detail: { tags, summary: 'Alle Links zu einem Antrag ungültig machen' } },
    );
}

function readingRoutes(context: Context, show: StatusPages, pdfs: PdfLimit) {
  return new Elysia({ name: 'status-reading' })
    .onTransform(({ set }) => {
      // also of what is refused
      Object.assign(set.headers, quietHeaders);
    })
    .get(
      pages.status,
      async ({ params, request }) => {
        const shown = await openShown(context, params.token);
        return await (shown ? show.status(request, shown) : show.invalid(request, 'status'));
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
      async ({ params, request, server }) => {
        await pdfs({ request, server }, params.token);
        const id = await context.links.applicationOf('status', params.token);
        const document = id && (await writeDocument(context, id, 'applicant', request.signal));
        if (!id || !document || document.kind !== 'written') throw refusals.notFound(invalidLinkTitle);
        return new Response(Buffer.from(document.content), {
          headers: { ...quietHeaders, ...fileHeaders(documentName(id)) },
        });
      },
      { detail: { tags, summary: 'Der Antrag als PDF' } },
    );
}

function stepsOf(context: Context, show: StatusPages, request: Request, token: string) {
  return {
    entriesOf,
    accept: async (given: unknown, count: () => Promise<void>): Promise<void> => {
      const applicationId = await context.links.applicationOf('status', token);
      if (!applicationId) throw refusals.notFound(invalidLinkTitle);
      const answer = valid(checkEntries(newAnswer, given));
      await count();
      await answerQuestion(context, applicationId, answer);
    },
    locationOf: () => href(pages.status, { token }),
    refuse: async ({ id, text }: Entries, { status, message, ...refused }: RefusedEntries) => {
      const shown = status === 404 ? null : await openShown(context, token);
      if (!shown)
        return await (status === 429
          ? show.tooMany(request, { status, message })
          : show.invalid(request, 'status'));
      // the id is in no field that a visitor could correct: the page gets a new one
      const errors = refused.errors.filter(({ path }) => path !== 'id');
      const answerId = isUuid(id) && status !== 409 ? id : crypto.randomUUID();
      // the message at the field says more than the one about the form
      const notice = errors.length > 0 ? null : message;
      return await show.refused(request, shown, { status, answerId, text, errors, notice });
    },
  };
}

/** Null for a link that opens nothing. */
async function openShown({ db, links }: Context, token: string) {
  const applicationId = await links.applicationOf('status', token);
  const shown = applicationId && (await showStatus(db.fresh, applicationId));
  return shown ? { token, ...shown } : null;
}

type Entries = ReturnType<typeof entriesOf>;

function entriesOf(body: unknown) {
  return { id: textIn(body, 'id'), text: textIn(body, 'text') };
}
