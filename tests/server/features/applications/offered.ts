/** Applications that are offered the documents. */
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { answerOf } from '#tests/support/people';

/** Asks for the documents. */
export const put = async (
  { ask }: Pick<TestApp, 'ask'>,
  id: string,
  options: Parameters<TestApp['ask']>[2] = { body: {} },
) => answerOf(await ask('PUT', href(api.disclosedDocuments, { id }), options));

/** Has a horse, a contact and a tariff. */
export const choose = (app: TestApp) => begun(app, ['horse-data', 'contact-data', 'tariff-selection']);
