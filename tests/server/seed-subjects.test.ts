import { expect, test } from 'bun:test';
import { outbox } from '../../db/schema';
import { seedCast } from '../../db/seed';
import { emailTypes } from '../../domain/email';
import { renderQueuedMail } from '../../server/mails';
import { seedSubjectOf } from '../../server/seed-subjects';
import { startApp, testNow } from '../support/app';

test('each mail of the demo log has the subject that the product sends', async () => {
  const { db, context } = await startApp();
  await seedCast(db, { cipher: context.cipher, now: testNow, subjectOf: seedSubjectOf }, 6);
  const rows = await db.read.select().from(outbox);
  expect(new Set(rows.map(({ emailType }) => emailType))).toEqual(new Set(emailTypes));
  for (const row of rows) {
    const mail = await renderQueuedMail(context, row);
    expect(`${row.emailType}: ${row.subject}`).toBe(`${row.emailType}: ${mail?.subject}`);
  }
});
