/** An outbox, a real mail server, and workers that deliver from one to the other on the clock of the test. */
import { afterEach, beforeEach } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewEvidence } from '#db/evidence';
import type { OutboxMail } from '#db/mails/outbox';
import type { LogFields } from '#server/log';
import { createMailer, type MailContent, type Mailer, type MailerOptions } from '#server/mails/transport';
import { createOutboxWorker, type OutboxWorker, type OutboxWorkerOptions } from '#server/mails/worker';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { type MailServer, startMailServer } from '#tests/support/smtp';

type LogLine = { level: string; event: string; fields: LogFields };
export const sender = {
  from: { name: 'Sattelfest', address: 'kontakt@sattelfest.example' },
  messageIdHost: 'sattelfest.example',
} as const;
export const messageIdOf = (id: string) => `<${id}@${sender.messageIdHost}>`;

/** `subjectOf` words a mail that has no subject yet. */
type Texts = {
  subjectOf: () => Promise<string>;
  render: (mail: OutboxMail & { subject: string }) => Promise<MailContent>;
};
const usual: Texts = {
  subjectOf: async () => 'Ihr Antrag',
  render: async ({ id, subject }) => ({ subject, html: id, text: id, documents: ['a1'] }),
};
export type Render = Texts['render'];

/** What a worker asks of the templates. */
function wordBy(given: Partial<Texts>): OutboxWorkerOptions['word'] {
  const { subjectOf = usual.subjectOf, render = usual.render } = given;
  return async (mail) => {
    const subject = mail.subject ?? (await subjectOf());
    return { subject, write: () => render({ ...mail, subject }) };
  };
}

/** For each test of a file. */
export function setOutbox() {
  let ends: (() => unknown)[] = [];
  const proofs: NewEvidence[] = [];
  const lines: LogLine[] = [];
  const stage = { box: {} as Fixture, server: {} as MailServer, mailer: {} as Mailer, proofs, lines };
  const mailDir = () => join(stage.box.folder, 'mail');
  /** A mailer, by this server if nothing else is said; it is closed after the test. */
  function mailerOf(options: Partial<MailerOptions> = { smtpUrl: stage.server.url }) {
    const mailer = createMailer({ ...sender, mailDir: mailDir(), ...options });
    ends.push(mailer.close);
    return mailer;
  }
  /** Another mail server for the rest of the test, and a mailer for it. */
  async function use(
    options: Parameters<typeof startMailServer>[0],
    mailing: Partial<MailerOptions> = {},
  ): Promise<void> {
    stage.server = await startMailServer(options);
    ends.push(stage.server.stop);
    stage.mailer = mailerOf({ smtpUrl: stage.server.url, ...mailing });
  }
  /** A worker, which is stopped after the test. */
  function work(options: Partial<OutboxWorkerOptions & Texts> = {}): OutboxWorker {
    const worker = createOutboxWorker({
      db: stage.box.db,
      mailer: stage.mailer,
      now: stage.box.clock.now,
      log: (level, event, fields = {}) => stage.lines.push({ level, event, fields }),
      word: wordBy(options),
      prove: async (_, stored) => void stage.proofs.push(...stored),
      singleInstance: false,
      ...options,
    });
    ends.push(worker.stop);
    return worker;
  }

  beforeEach(async () => {
    stage.box = await openOutbox();
    ends = [stage.box.remove];
    [stage.proofs, stage.lines] = [[], []];
    await use({});
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
  });
  const events = () => stage.lines.map(({ event }) => event);
  /** The names of the files of mails. */
  const written = () => readdir(mailDir()).catch((): string[] => []);
  return Object.assign(stage, { mailDir, mailerOf, use, work, events, written });
}
