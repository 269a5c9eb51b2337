/** An outbox, a worker that sends files by a real mail server, and what arrives there. */
import { afterEach, beforeEach } from 'bun:test';
import { join } from 'node:path';
import { asc, sql } from 'drizzle-orm';
import type { NewEvidence } from '#db/evidence';
import { outbox } from '#db/schema/mails';
import { shareOf } from '#server/mail/division';
import { type Attachment, createMailer, type Mailer } from '#server/mail/transport';
import { createOutboxWorker } from '#server/mail/worker';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { type MailServer, startMailServer } from '#tests/support/smtp';

export const limit = 1_000_000;

/** For each test of a file. `files` are attached to every mail. */
export function setDivision() {
  let box: Fixture;
  let server: MailServer;
  let mailer: Mailer;
  let ends: (() => Promise<unknown>)[] = [];
  const proofs: NewEvidence[] = [];
  const events: string[] = [];
  const stage = {
    files: [] as Attachment[],
    proofs,
    events,
    get box() {
      return box;
    },
    get server() {
      return server;
    },
    get mailer() {
      return mailer;
    },
    /** Another mail server and another limit. */
    async use(options: Parameters<typeof startMailServer>[0], maxBytes = limit) {
      server = await startMailServer(options);
      mailer = createMailer({
        smtpUrl: server.url,
        mailDir: join(box.folder, 'mail'),
        from: { name: 'Sattelfest', address: 'kontakt@sattelfest.example' },
        messageIdHost: 'sattelfest.example',
        maxBytes,
      });
      const [{ stop }, { close }] = [server, mailer];
      ends.push(stop, async () => close());
    },
    /** Tries all that is due. */
    send: () =>
      createOutboxWorker({
        db: box.db,
        mailer,
        now: box.clock.now,
        log: (_, event) => events.push(event),
        subjectOf: async () => 'Ihre Unterlagen',
        render: async ({ subject, part }) => {
          const documents = stage.files.flatMap(({ document }) => document?.sha256 ?? []);
          const whole = { attachments: stage.files, documents };
          const { attached, division } = shareOf(part, whole, 'https://stall.example');
          const text = JSON.stringify(division ?? null);
          return { subject, html: text, text, ...attached };
        },
        prove: async (_, stored) => void proofs.push(...stored),
        singleInstance: false,
      }).runOnce(),
    rows: () => box.db.read.select().from(outbox).orderBy(asc(sql`rowid`)),
    /** In the order of the subjects: each with the names of its files. */
    arrived: () =>
      server.mails
        .map(({ email }) => [email.subject ?? '', ...email.attachments.map(({ filename }) => filename ?? '')])
        .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    proven: () => proofs.map(({ documentSha256 }) => documentSha256),
  };
  beforeEach(async () => {
    box = await openOutbox();
    ends = [() => box.remove()];
    stage.files = [];
    proofs.length = 0;
    events.length = 0;
    await stage.use({});
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
  });
  return stage;
}

/** A file that has so many bytes in a mail. */
export function file(name: string, encoded: number, isDocument = true): Attachment {
  return {
    filename: `${name}.pdf`,
    contentType: 'application/pdf',
    content: new Uint8Array(Math.floor((encoded * 57) / 78)).fill(7),
    ...(isDocument && { document: { sha256: name, path: `/unterlagen/${name}` } }),
  };
}
