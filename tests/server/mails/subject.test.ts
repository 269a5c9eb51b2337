/** A mail is worded at its first attempt, and keeps its subject. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { mailKinds } from '#domain/mails/kinds';
import { api } from '#domain/urls';
import { readStored } from '#server/features/privacy/own-data';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { completed, declaration, declare } from '#tests/server/features/withdrawals/declaration';
import { drawNothing } from '#tests/support/drawing';
import { openMailServer } from '#tests/support/smtp';
import { setOutbox } from './outbox-stage';

const minute = 60_000;
const suggestion = 'Ein Widerruf könnte Ihren Antrag betreffen';
const certain = 'Zu Ihrem Antrag ist ein Widerruf eingegangen';

/** The contact of a completed application waits to be told that a withdrawal may be about it. */
async function open() {
  const server = await openMailServer();
  const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url }, draw: drawNothing });
  const contract = 'K-77';
  await completed(app);
  await app.outbox.runOnce();
  server.mails.length = 0;
  await declare(app, { email: 'johanna@stall.example', contract });
  const setMatch = (match: 'number' | 'suggested') =>
    app.db.write((tx) => tx.update(withdrawals).set({ match }));
  const notice = async () => {
    const isNotice = eq(outbox.emailType, 'withdrawal_notice');
    const [mail] = await app.db.read.select().from(outbox).where(isNotice);
    return mail;
  };
  const sentSubject = () => server.mails.find(({ to }) => to.includes(declaration.email))?.email.subject;
  return { app, lukas, server, setMatch, notice, sentSubject };
}

test('its subject follows the data until the first attempt', async () => {
  const { app, setMatch, notice, sentSubject } = await open();
  expect(await notice()).toMatchObject({ subject: null, attemptedAt: null });
  const ownData = async () => {
    const { mails } = await readStored(app.context, declaration.email);
    return mails.find(({ type }) => type === 'withdrawal_notice')?.subject;
  };
  expect(await ownData()).toBe(suggestion);
  await setMatch('number');
  expect(await ownData()).toBe(certain);
  await app.outbox.runOnce();
  expect([sentSubject(), (await notice())?.subject]).toEqual([certain, certain]);
});

test('every attempt has the same subject', async () => {
  const { app, server, lukas, setMatch, notice, sentSubject } = await open();
  server.refuse(452, 'full', 'data');
  await app.outbox.runOnce();
  const log = await lukas.ask('GET', `${api.emailLogs}?type=withdrawal_notice`);
  expect(log.body).toMatchObject({ logs: [{ subject: suggestion, status: 'pending', attempts: 1 }] });
  await setMatch('number');
  server.accept();
  app.clock.now += minute;
  await app.outbox.runOnce();
  expect(sentSubject()).toBe(suggestion);
  expect(await notice()).toMatchObject({ status: 'sent', attempts: 2, subject: suggestion });
});

test('without a reason it is listed by its kind', async () => {
  const { app, lukas } = await open();
  await app.db.write((tx) => tx.update(withdrawals).set({ email: declaration.email }));
  await app.outbox.runOnce();
  const log = await lukas.ask('GET', `${api.emailLogs}?type=withdrawal_notice`);
  const { label: subject } = mailKinds.withdrawal_notice;
  expect(log.body).toMatchObject({ logs: [{ subject, status: 'failed' }] });
});

describe('a mail that waits', () => {
  const stage = setOutbox();

  test('has its subject before it is written', async () => {
    const id = await stage.box.queue({ subject: null });
    const render = () => Promise.reject(new TypeError('no such file'));
    await stage.work({ subjectOf: async () => 'Ihr Antrag', render }).runOnce();
    const error = 'TypeError: Die E-Mail wurde nicht erstellt.';
    const row = { subject: 'Ihr Antrag', status: 'pending', attempts: 1, error };
    expect(await stage.box.row(id)).toMatchObject(row);
  });

  test('and loses its lease while it is worded is left to its new owner', async () => {
    const id = await stage.box.queue({ subject: null });
    const subjectOf = async () => {
      await stage.box.db.write((tx) => tx.update(outbox).set({ leaseOwner: 'other' }));
      return 'Ihr Antrag';
    };
    await stage.work({ subjectOf }).runOnce();
    expect([stage.events(), stage.server.mails]).toEqual([['mail_late'], []]);
    expect(await stage.box.row(id)).toMatchObject({ subject: null, leaseOwner: 'other', attempts: 0 });
  });
});
