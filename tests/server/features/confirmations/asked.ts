/** An application that Kim made for another policyholder, and the calls of that one. */
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { api, href, pages } from '#domain/urls';
import { openDesk } from '#tests/server/features/backoffice/cases/desk';
import type { startApp, TestApp } from '#tests/support/app';
import { ownPage, postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { type Applicant, answerOf, kim } from '#tests/support/people';

const kind = 'policyholder_confirmation';

/** An office of its own with the application of Kim. */
export const openAsked = async (options: Parameters<typeof startApp>[0] = {}, person?: Applicant) =>
  askedAt(await openDesk(options), person);

/** The application of Kim at this office, and the token of the mail to its policyholder; empty if there is none. */
export async function askedAt(desk: Awaited<ReturnType<typeof openDesk>>, person: Applicant = kim) {
  const id = await desk.open(person);
  const calls = callsOf(desk.app);
  const isAsked = (await calls.asking()).some(({ applicationId }) => applicationId === id);
  return { ...desk, ...calls, id, token: isAsked ? await tokenIn(desk.app, kind, 'bestaetigen') : '' };
}

export function callsOf(app: TestApp) {
  return {
    read: async (token: string) => answerOf(await app.ask('GET', href(api.confirmation, { token }))),
    answer: async (token: string, body: unknown) =>
      answerOf(await app.ask('POST', href(api.confirmation, { token }), { body })),
    page: (token: string) => app.ask('GET', href(pages.confirmation, { token })),
    /** Presses a button as a browser without JavaScript does. */
    press: (token: string, entries: Record<string, string>, headers = ownPage) =>
      postForm(app, href(api.confirmation, { token }), entries, headers),
    asking: () => app.db.read.select().from(outbox).where(eq(outbox.emailType, kind)),
    stored: async (id: string) =>
      (await app.db.read.select().from(cases).where(eq(cases.applicationId, id)))[0],
    proofs: async (id: string) =>
      (await app.db.read.select().from(evidence).where(eq(evidence.applicationId, id))).filter((proof) =>
        proof.kind.startsWith('policyholder_'),
      ),
  };
}
