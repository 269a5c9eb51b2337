/** What works on about an application whose bank data does not open: nothing that needs none may fail. */
import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createFieldCipher } from '#db/bank-data/cipher';
import { sepaMandates } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';
import { erase, filled, email as rareEmail, tokenFor } from './privacy/person';
import { openQuestion } from './status/question';
import { completed, declare } from './withdrawals/declaration';

/** Seals the bank data of an application with a key that nobody has. */
async function sealForGood(app: TestApp, id: string) {
  const foreign = createFieldCipher(randomBytes(32).toString('base64'));
  const [iban, bic] = (['iban', 'bic'] as const).map((column) => foreign.seal(id, column, 'X'));
  await app.db.write((tx) =>
    tx.update(sepaMandates).set({ iban, bic }).where(eq(sepaMandates.applicationId, id)),
  );
}

const typesIn = async (app: TestApp) =>
  (await app.db.read.select({ type: outbox.emailType }).from(outbox)).map(({ type }) => type);

test('a withdrawal with its number is stored, and everybody concerned is told', async () => {
  const app = await startApp();
  const id = await completed(app);
  await sealForGood(app, id);
  expect((await declare(app, { email: 'andere@mail.example', contract: id })).status).toBe(201);
  expect((await typesIn(app)).filter((type) => type.startsWith('withdrawal'))).toEqual([
    'withdrawal_receipt',
    'withdrawal_notification',
    'withdrawal_notice',
  ]);
  await app.outbox.runOnce();
  const left = await app.db.read.select().from(outbox).where(eq(outbox.status, 'pending'));
  // the copy of the application shows a part of the IBAN
  expect(left.map(({ emailType }) => emailType)).toEqual(['completion']);
});

test('a draft still gets its documents and its link, and can be erased', async () => {
  const app = await startApp();
  const { id } = await filled(app);
  await sealForGood(app, id);
  expect((await app.ask('PUT', href(api.disclosedDocuments, { id }), { body: {} })).status).toBe(200);
  const asked = await app.ask('POST', href(api.accessLink, { id }), { body: {} });
  expect(asked.status).toBe(202);
  expect(await typesIn(app)).toEqual(['documents', 'access_link']);
  expect((await erase(app, await tokenFor(app, rareEmail))).status).toBe(200);
});

test('a question is asked and answered', async () => {
  const { app, id, send, answer } = await openQuestion({}, johanna);
  await sealForGood(app, id);
  const token = await send();
  expect((await answer(token, { id: crypto.randomUUID(), text: 'Ja' })).status).toBe(201);
});
