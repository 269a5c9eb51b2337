import { expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox, subjectKeys } from '#db/schema/mails';
import { pick } from '#domain/keys';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { seedDemo } from '#server/commands/demo';
import { queueMails } from '#server/mails/queue';
import { startApp, testNow } from '#tests/support/app';

// what causes an alert is in the audit log, which the demo data leaves alone, and nobody of its staff wants the digest
const inDemo = emailTypes.filter((type) => type !== 'security_alert' && type !== 'digest');

test('the demo data has mails of every type, each as the product would send it', async () => {
  const { db, context } = await startApp();
  await seedDemo(db, { cipher: context.cipher, now: testNow }, 7);
  const rows = await db.read.select().from(outbox);
  expect(new Set(rows.map(({ emailType }) => emailType))).toEqual(new Set(inDemo));
  for (const { emailType, subject, recipientEmail, recipientName, ...row } of rows) {
    const about = pick(row, ...subjectKeys);
    const to = emailType === 'privacy_link' ? [{ name: '', address: recipientEmail }] : undefined;
    const { cause } = mailKinds[emailType];
    const queued = await db.write((tx) => queueMails(context, tx, cause, about, { to }));
    const again = queued.find((mail) => mail.emailType === emailType);
    expect(again).toMatchObject({ recipientEmail, recipientName });
    expect(again && (await context.subjectOf(again))).toBe(subject);
  }
});

test('the demo data proves what completed applications declared, and shows ids that differ at a glance', async () => {
  const { db, context } = await startApp();
  await seedDemo(db, { cipher: context.cipher, now: testNow }, 12);
  const all = await db.read.select().from(applications);
  const completed = all.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id);
  const proofs = await db.read.select().from(evidence);
  expect(new Set(proofs.map(({ applicationId }) => applicationId))).toEqual(new Set(completed));
  expect(new Set(proofs.map(({ kind }) => kind))).toEqual(new Set(['declaration']));
  expect(new Set(all.map(({ id }) => id.slice(0, 8))).size).toBe(all.length);
});
