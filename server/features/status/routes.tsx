import { Elysia } from 'elysia';
import { changeCase } from '#db/cases/change';
import { findEvent } from '#db/cases/history';
import { addAnswer, findAnswered, findQuestion } from '#db/cases/messages';
import { findPublicCase, readStatusChanges } from '#db/cases/public';
import type { Reader } from '#db/client';
import { endLinks } from '#db/links';
import { invalidLinkTitle, linksEndedSentence } from '#domain/access-links';
import { answerNotices, type NewAnswer, newAnswer, type StatusView } from '#domain/cases/status-page';
import type { CaseStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { requestNotices } from '#domain/form-notices';
import { isUuid } from '#domain/ids';
import type { MessageResponse } from '#domain/responses';
import { api, documentName, href, pages } from '#domain/urls';
import type { RefusedAnswer } from '#web/site/status/Question.tsx';
import { StatusPage } from '#web/site/status/StatusPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { textIn } from '../../http/body';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import { fileHeaders, quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import type { PdfLimit } from '../../http/limits/read-limits';
import { checkEntries } from '../../http/schema';
import { quietPages } from '../../pages/quiet';
import { refusals, valid } from '../../refusal';
import { repeated } from '../../repeats';
import { writeDocument } from '../backoffice/applications/document';

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

type StatusPages = ReturnType<typeof createStatusPages>;
type Shown = ShownStatus & { token: string };

function createStatusPages(context: Pick<Context, 'config' | 'operator'>, assets: Assets) {
  const { respond, invalid, refused: tooMany } = quietPages(context, assets);
  const title = 'Stand Ihres Antrags';
  return {
    status: (request: Request, shown: Shown) =>
      // a fresh id for each page, so that a form that is sent twice is stored once
      respond(
        request,
        // a screen reader reads the title first, and the page is otherwise the same as before
        shown.answered ? `Antwort angekommen: ${title}` : title,
        <StatusPage {...shown} answerId={crypto.randomUUID()} />,
      ),
    refused: (
      request: Request,
      shown: Shown,
      { status, answerId, ...refused }: RefusedAnswer & { status: number; answerId: string },
    ) =>
      respond(
        request,
        `Fehler: ${title}`,
        <StatusPage {...shown} answerId={answerId} refused={refused} />,
        status,
      ),
    tooMany,
    invalid,
  };
}

const first: CaseStatus = 'new';
const answered: CaseStatus = 'in_review';

/** `answered`: nothing has happened since the applicant answered, except that somebody may have got the case. */
type ShownStatus = { view: StatusView; answered: boolean };

/** Never notes, names of staff, bank data or addresses. Null if there is no case. */
async function showStatus(reader: Reader, applicationId: string): Promise<ShownStatus | null> {
  const found = await findPublicCase(reader, applicationId);
  if (!found) return null;
  const { completedAt, monthlyCents, replyUnread, ...facts } = found;
  const [changes, question] = await Promise.all([
    readStatusChanges(reader, applicationId),
    findQuestion(reader, applicationId),
  ]);
  const view = {
    ...facts,
    monthlyPremium: monthlyCents / 100,
    history: [{ status: first, at: completedAt }, ...changes].map(({ status, at }) => ({
      status,
      on: dayOf(at),
    })),
    question: question && {
      id: question.id,
      subject: question.subject,
      body: question.body,
      askedOn: dayOf(question.at),
    },
  };
  return { view, answered: replyUnread && facts.status === answered };
}

async function endAllLinks(context: Context, applicationId: string): Promise<void> {
  await perform(context, null, ({ tx, at }) => endLinks(tx, [applicationId], at));
}

/** Stores an answer with the change of its case and the mail to staff. The same answer again does nothing. */
export async function answerQuestion(
  context: Context,
  applicationId: string,
  { id, text }: NewAnswer,
): Promise<void> {
  await perform(context, null, async (deed) => {
    const { tx, at, today, mail } = deed;
    if (repeated(await findAnswered(tx, id), { applicationId, answer: text }, different)) return;
    const question = await findQuestion(tx, applicationId);
    if (!question) throw nothingAsked();
    if (await findEvent(tx, id)) throw different();
    const answer = { status: answered, followUpOn: today, answer: text, way: 'page' } as const;
    const { kind } = await changeCase({ ...deed, eventId: id }, applicationId, { version: null, ...answer });
    if (kind !== 'changed') throw nothingAsked();
    await addAnswer(tx, question.id, { answerId: id, answer: text, answeredAt: at });
    await mail('case_answered', { applicationId, caseMessageId: question.id });
  });
}

const different = () => refusals.conflict(answerNotices.different);
const nothingAsked = () => refusals.conflict(answerNotices.nothingAsked);

function dayOf(at: number): string {
  return berlinDay(new Date(at));
}
