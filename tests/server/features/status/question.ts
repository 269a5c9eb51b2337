/** A case whose applicant was asked something, and the calls of the applicant. */
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { openDesk } from '#tests/server/features/backoffice/cases/desk';
import { renderQueuedMail } from '#tests/server/mails/written';
import type { startApp } from '#tests/support/app';
import { ownPage, postForm } from '#tests/support/forms';
import { type Applicant, answerOf, johanna } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

const asked = { subject: 'Eine Frage', body: 'Ist {pferd} gesund?\n\nBitte antworten Sie.' };

type Message = { id: string; subject: string; body: string };

/** An office of its own with one completed application. */
export const openQuestion = async (options: Parameters<typeof startApp>[0] = {}, person?: Applicant) =>
  questionAt(await openDesk(options), person);

/** A completed application at this office, and its calls. */
export async function questionAt(desk: Awaited<ReturnType<typeof openDesk>>, person: Applicant = johanna) {
  const { app } = desk;
  const id = await desk.open(person);
  const tokenOf = async (messageId: string) => {
    const [mail] = await app.db.read.select().from(outbox).where(eq(outbox.caseMessageId, messageId));
    const content = mail && (await renderQueuedMail(app.context, mail));
    return content?.html.match(/\/status\/([\w-]{43})"/)?.[1] ?? '';
  };
  return {
    ...desk,
    id,
    /** The token of the link in a message that was sent. */
    tokenOf,
    /** Takes a step with a message. */
    async send(change: { status?: string; reason?: string; message?: Message } = {}): Promise<string> {
      const { message = { id: crypto.randomUUID(), ...asked } } = change;
      const { status } = await desk.change(id, { status: 'inquiry', ...change, message });
      if (status !== 200) throw new Error(`The message was answered with ${status}`);
      return await tokenOf(message.id);
    },
    read: async (token: string) => answerOf(await app.ask('GET', href(api.status, { token }))),
    answer: async (token: string, body: object, headers = {}) =>
      answerOf(await app.ask('POST', href(api.answerStatus, { token }), { body, headers })),
    page: (token: string) => app.ask('GET', `/status/${token}`),
    /** Posts the form as a browser without JavaScript does. */
    post: (token: string, entries: Record<string, string>, headers = ownPage) =>
      postForm(app, href(api.answerStatus, { token }), entries, headers),
    replies: async () =>
      (await mailsOf(app, 'case_reply')).filter(({ applicationId }) => applicationId === id),
    answers: async () => (await desk.events(id)).filter(({ kind }) => kind === 'answer'),
    stored: async () => (await app.db.read.select().from(cases).where(eq(cases.applicationId, id)))[0],
  };
}

export const reply = (text = 'Ja,\r\nkerngesund.') => ({ id: crypto.randomUUID(), text });
