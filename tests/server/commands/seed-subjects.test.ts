import { expect, test } from 'bun:test';
import { seedCast } from '#db/demo/applications';
import { outbox } from '#db/schema';
import { emailTypes } from '#domain/mails';
import { seedSubjectOf } from '#server/commands/seed-subjects';
import { renderQueuedMail } from '#server/mail/kinds';
import { startApp, testNow } from '#tests/support/app';

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
