import { endLinks } from '#db/access-links';
import { changeCase } from '#db/cases/change';
import { findPublicCase, readStatusChanges } from '#db/cases/find';
import { addAnswer, findAnswered, findEvent, findQuestion } from '#db/cases/history';
import { linksEndedSentence } from '#domain/access-links';
import { answerNotices, type NewAnswer, newAnswer, type StatusView } from '#domain/cases/status-page';
import type { CaseStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import type { Entries } from '#domain/facts';
import { isUuid } from '#domain/ids';
import { api, documentName, href, pages } from '#domain/urls';
import { StatusPage } from '#web/site/status.tsx';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { fileHeaders, quietHeaders } from '../../http/headers';
import { fields, nothing, type Site } from '../../pages/public-form';
import { type Again, gone, tokenPage } from '../../pages/token-page';
import { refusals } from '../../refusal';
import { repeated } from '../../repeats';
import { writeDocument } from '../backoffice/applications/details';

const tag = 'Status';

export function statusRoutes(site: Site) {
  const { context, pdfs } = site;
  return statusPage(site)
    .get(
      api.status,
      async ({ params }) => {
        const shown = await showStatus(context, params.token);
        if (!shown) throw gone();
        return shown.view;
      },
      { detail: { tags: [tag], summary: 'Der Stand eines Antrags' } },
    )
    .get(
      api.statusDocument,
      async ({ params, request, server }) => {
        await pdfs({ request, server }, params.token);
        const id = await context.links.applicationOf('status', params.token);
        const document = id && (await writeDocument(context, id, 'applicant', request.signal));
        if (!id || !document || typeof document === 'string') throw gone();
        return new Response(Buffer.from(document), {
          headers: { ...quietHeaders, ...fileHeaders(documentName(id)) },
        });
      },
      { detail: { tags: [tag], summary: 'Der Antrag als PDF' } },
    );
}

function statusPage(site: Site) {
  const { context } = site;
  const opened = async (token: string) => {
    const applicationId = await context.links.applicationOf('status', token);
    if (!applicationId) throw gone();
    return applicationId;
  };
  return tokenPage<ShownStatus, Entries<NewAnswer>>(site, {
    kind: 'status',
    path: pages.status,
    title: 'Stand Ihres Antrags',
    read: (token) => showStatus(context, token),
    show: (shown, { token, again }) => ({
      news: shown.answered ? 'Antwort angekommen' : undefined,
      body: <StatusPage {...shown} token={token} {...formOf(again)} />,
    }),
    forms: (add) => [
      add({
        form: site.form({ name: 'status-answer', notices: answerNotices, event: 'answer_not_stored' }),
        path: api.answerStatus,
        docs: { tag, summary: 'Eine Rückfrage beantworten' },
        takes: fields(context, () => newAnswer),
        act: async ({ params: { token }, input, count }) => {
          const applicationId = await opened(token);
          const answer = input();
          await count();
          await answerQuestion(context, applicationId, answer);
        },
        json: () => [201, { message: 'Ihre Antwort ist bei uns angekommen.' }],
        plain: (_, { params }) => href(pages.status, params),
      }),
      // a link that is forwarded or in the wrong mailbox is ended by whoever has it
      add({
        form: site.form({ name: 'status-revoking', event: 'links_not_ended' }),
        path: api.revokeStatus,
        docs: { tag, summary: 'Alle Links zu einem Antrag ungültig machen' },
        takes: nothing,
        act: async ({ params: { token }, count }) => {
          const applicationId = await opened(token);
          await count();
          await perform(context, null, ({ tx, at }) => endLinks(tx, [applicationId], at));
        },
        json: () => [200, { message: linksEndedSentence }],
        plain: () => pages.linksEnded,
      }),
    ],
  });
}

/** A fresh id for each page, so that a form that is sent twice is stored once. */
function formOf(again: Again<Entries<NewAnswer>> | undefined) {
  if (!again) return { answerId: crypto.randomUUID() };
  const { entries, refused } = again;
  // the id is in no field that a visitor could correct: the page gets a new one
  const errors = refused.errors.filter(({ path }) => path !== 'id');
  const answerId = isUuid(entries.id) && refused.status !== 409 ? entries.id : crypto.randomUUID();
  const notice = errors.length > 0 ? null : refused.message;
  return { answerId, refused: { text: entries.text, errors, notice } };
}

const first: CaseStatus = 'new';
const answered: CaseStatus = 'in_review';

/** `answered`: nothing has happened since the applicant answered, except that somebody may have got the case. */
type ShownStatus = { view: StatusView; answered: boolean };

/** Never notes, names of staff, bank data or addresses. Null if the link opens nothing. */
async function showStatus({ db, links }: Context, token: string): Promise<ShownStatus | null> {
  const applicationId = await links.applicationOf('status', token);
  const reader = db.fresh;
  const found = applicationId && (await findPublicCase(reader, applicationId));
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

/** Stores an answer with the change of its case and the mail to staff. The same answer again does nothing. */
export async function answerQuestion(context: Context, applicationId: string, { id, text }: NewAnswer) {
  await perform(context, null, async (deed) => {
    const { tx, at, today, mail } = deed;
    if (repeated(await findAnswered(tx, id), { applicationId, answer: text }, different)) return;
    const question = await findQuestion(tx, applicationId);
    if (!question) throw nothingAsked();
    if (await findEvent(tx, id)) throw different();
    const came = { kind: 'answer', text, way: 'page' } as const;
    const step = { version: null, status: answered, followUpOn: today, came };
    const { kind } = await changeCase({ ...deed, eventId: id }, applicationId, step);
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
