/** Applications that are offered the documents, and what is stored about them. */
import { eq } from 'drizzle-orm';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { type Applicant, answerOf, johanna } from '#tests/support/people';

type Ask = Pick<TestApp, 'ask'>;

/** Asks for the documents. */
export const put = async ({ ask }: Ask, id: string, options: Parameters<TestApp['ask']>[2] = { body: {} }) =>
  answerOf(await ask('PUT', href(api.offeredDocuments, { id }), options));
export const mails = async ({ db }: TestApp, emailType: 'documents' | 'completion' = 'documents') =>
  db.read.select().from(outbox).where(eq(outbox.emailType, emailType));
export const proofs = ({ db }: TestApp) => db.read.select().from(evidence);

/** An application with horse, contact and tariff. */
export async function chosen(env: Record<string, string> = {}, person: Applicant = johanna) {
  const app = await startApp({ env });
  const visitor = await choose(app, person);
  return { app, visitor };
}

export const choose = (app: TestApp, person: Applicant = johanna) =>
  begun(app, ['horse-data', 'contact-data', 'tariff-selection'], person);
