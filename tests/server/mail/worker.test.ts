import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '#db/client';
import type { LogFields } from '#server/log';
import { createMailer, type Mailer } from '#server/mail/transport';
import { createOutboxWorker, type OutboxWorker, type OutboxWorkerOptions } from '#server/mail/worker';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { type MailServer, startMailServer } from '#tests/support/smtp';

type LogLine = { level: string; event: string; fields: LogFields };

let box: Fixture;
let server: MailServer;
let mailers: Mailer[];
let workers: OutboxWorker[];
let lines: LogLine[];
beforeEach(async () => {
  [box, server] = await Promise.all([openOutbox(), startMailServer()]);
  mailers = [];
  workers = [];
  lines = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(mailers.map((mailer) => mailer.close()));
  await server.stop();
  await box.remove();
});

function mailer(options: { smtpUrl?: string } = { smtpUrl: server.url }): Mailer {
  const from = { name: 'Sattelfest', address: 'kontakt@sattelfest.example' };
  const created = createMailer({ ...options, mailDir: mailDir(), from, messageIdHost: 'sattelfest.example' });
  mailers.push(created);
  return created;
}

const mailDir = () => join(box.folder, 'mail');

function work(options: Partial<OutboxWorkerOptions> = {}): OutboxWorker {
  const worker = createOutboxWorker({
    db: box.db,
    mailer: mailer(),
    now: box.clock.now,
    log: (level, event, fields = {}) => lines.push({ level, event, fields }),
    subjectOf: async () => null,
    render: async (mail) => ({ subject: mail.subject, html: `<p>${mail.id}</p>`, text: mail.id }),
    prove: async () => {},
    singleInstance: false,
    ...options,
  });
  workers.push(worker);
  return worker;
}

const messageIds = () => server.mails.map((mail) => mail.email.messageId);

describe('the delivery', () => {
  test('sends due mails and stores the result', async () => {
    const id = await box.queue();
    expect(await work().runOnce()).toBe(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 1, attemptedAt: box.clock.now() });
    expect(server.mails).toMatchObject([
      { to: ['johanna@sommer.example'], email: { subject: 'Ihr Antrag ist eingegangen' } },
    ]);
    expect(messageIds()).toEqual([`<${id}@sattelfest.example>`]);
  });

  test('writes files if no mail server is configured', async () => {
    const id = await box.queue();
    await work({ mailer: mailer({}) }).runOnce();
    expect(await readdir(mailDir())).toEqual([`${id}.eml`]);
  });

  test('begins with the start of the worker, and at once when it is woken', async () => {
    const worker = work();
    await box.queue();
    await worker.start();
    await server.received(1);
    await box.queue();
    worker.wake();
    await server.received(2);
  });

  test('finds mails without being woken', async () => {
    const worker = work({ lookEveryMs: 5 });
    await worker.start();
    await box.queue();
    await server.received(1);
  });

  test('can be woken during a slow delivery and does not wait for it', async () => {
    const worker = work();
    const { reached, release } = server.hold();
    const slow = await box.queue();
    worker.wake();
    await reached;
    const quick = await box.queue();
    worker.wake();
    await server.received(1);
    release();
    await server.received(2);
    expect(messageIds()).toEqual([quick, slow].map((id) => `<${id}@sattelfest.example>`));
  });

  test('ends before the worker stops, and no new one begins', async () => {
    const worker = work();
    const { reached, release } = server.hold();
    const id = await box.queue();
    worker.wake();
    await reached;
    const late = await box.queue();
    const stopped = worker.stop();
    worker.wake();
    release();
    await stopped;
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
    expect(await box.row(late)).toMatchObject({ status: 'pending', leaseOwner: null });
  });

  test('of 30 mails by two workers on one database happens exactly once each', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => box.queue()));
    const [first = 0, second = 0] = await Promise.all([work().runOnce(), work().runOnce()]);
    expect(first + second).toBe(30);
    expect(Math.min(first, second)).toBeGreaterThan(0);
    expect(messageIds().sort()).toEqual(ids.map((id) => `<${id}@sattelfest.example>`).sort());
  });
});

describe('a mail that is', () => {
  test('delayed (451) waits with the reason and is sent when the server recovers', async () => {
    const worker = work();
    const id = await box.queue();
    server.refuse(451, '4.3.0 <johanna@sommer.example> try later, Johanna');
    await worker.runOnce();
    expect(await box.row(id)).toMatchObject({
      status: 'pending',
      attempts: 1,
      attemptedAt: box.clock.now(),
      error: '451: 4.3.0 <…> try later, …',
    });
    server.accept();
    box.clock.advance(14_999);
    expect(await worker.runOnce()).toBe(0);
    box.clock.advance(1);
    expect(await worker.runOnce()).toBe(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
  });

  test('refused (550) has failed at once', async () => {
    const id = await box.queue();
    server.refuse(550, '5.1.1 User unknown');
    await work().runOnce();
    expect(await box.row(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: '550: 5.1.1 User unknown',
    });
  });

  test('queued while the server is down is delivered later, exactly once', async () => {
    const worker = work();
    const id = await box.queue();
    await server.stop();
    await worker.runOnce();
    expect(await box.row(id)).toMatchObject({ status: 'pending', attempts: 1 });
    await server.start();
    box.clock.advance(15_000);
    await worker.runOnce();
    await worker.runOnce();
    expect(server.mails).toHaveLength(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
  });

  test('tried again keeps its Message-ID', async () => {
    const worker = work();
    const id = await box.queue();
    server.refuse(452, 'full', 'data');
    await worker.runOnce();
    box.clock.advance(15_000);
    await worker.runOnce();
    expect(await box.row(id)).toMatchObject({ status: 'pending', attempts: 2, error: '452: full' });
    expect(server.offered).toEqual(Array(2).fill(`<${id}@sattelfest.example>`));
  });

  test('about something that has been deleted is not sent', async () => {
    const id = await box.queue();
    await work({ render: async () => null }).runOnce();
    expect(await box.row(id)).toMatchObject({
      status: 'failed',
      error: 'Der Anlass der E-Mail besteht nicht mehr.',
    });
    expect(server.mails).toEqual([]);
  });

  test('impossible to render does not stop other mails', async () => {
    const bad = await box.queue({ subject: 'bad' });
    const good = await box.queue();
    const render: OutboxWorkerOptions['render'] = async ({ subject }) => {
      if (subject === 'bad') throw new TypeError('Johanna Sommer has no horse');
      return { subject, html: 'x', text: 'x' };
    };
    await work({ render }).runOnce();
    const error = 'TypeError: Die E-Mail wurde nicht erstellt.';
    expect(await box.row(bad)).toMatchObject({ status: 'pending', attempts: 1, error });
    expect(await box.row(good)).toMatchObject({ status: 'sent' });
  });

  test('deleted while it is written to a file leaves no file', async () => {
    const applicationId = await box.addApplication();
    await box.queue({ applicationId });
    const render: OutboxWorkerOptions['render'] = async ({ subject }) => {
      await box.deleteApplication(applicationId);
      return { subject, html: 'x', text: 'x' };
    };
    await work({ mailer: mailer({}), render }).runOnce();
    expect(await readdir(mailDir())).toEqual([]);
  });
});

describe('a database that fails', () => {
  /** The database of the test with a switch; its errors contain personal data, as real ones might. */
  function behindSwitch(available: boolean) {
    const state = { available };
    const write = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> =>
      state.available ? box.db.write(run) : Promise.reject(new RangeError('johanna@sommer.example'));
    return { state, db: { ...box.db, write } };
  }

  test('is logged without personal data, and the mail is tried again', async () => {
    const { state, db } = behindSwitch(false);
    const worker = work({ db });
    await box.queue();
    expect(await worker.runOnce()).toBe(0);
    expect(lines).toEqual([
      { level: 'error', event: 'outbox_unavailable', fields: { reason: 'RangeError' } },
    ]);
    state.available = true;
    expect(await worker.runOnce()).toBe(1);
  });

  test('after a mail was sent does not cause a second mail', async () => {
    const { state, db } = behindSwitch(true);
    const render: OutboxWorkerOptions['render'] = async ({ subject }) => {
      state.available = false;
      return { subject, html: 'x', text: 'x' };
    };
    const worker = work({ db, render });
    const id = await box.queue();
    await worker.runOnce();
    const attemptedAt = box.clock.now();
    box.clock.advance(120_000);
    state.available = true;
    await worker.runOnce();
    expect(server.mails).toHaveLength(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attemptedAt });
    // the kept result is stored once
    await worker.runOnce();
    expect(lines.filter(({ event }) => event.startsWith('mail_'))).toMatchObject([{ event: 'mail_sent' }]);
  });
});

test('no log line contains personal data', async () => {
  const worker = work();
  await box.queue();
  server.refuse(451, 'Johanna Sommer <johanna@sommer.example> is away');
  await worker.runOnce();
  server.refuse(550, 'Johanna Sommer <johanna@sommer.example> is gone');
  box.clock.advance(15_000);
  await worker.runOnce();
  server.accept();
  await box.queue();
  await worker.runOnce();
  expect(lines.map((line) => line.event)).toEqual(['mail_retry', 'mail_failed', 'mail_sent']);
  expect(JSON.stringify(lines)).not.toMatch(/johanna|sommer|@/i);
});
