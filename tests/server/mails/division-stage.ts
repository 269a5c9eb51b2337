/** An outbox whose mails have files, and what arrives of them. */
import { beforeEach } from 'bun:test';
import { asc, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { shareOf } from '#server/mails/division';
import type { Attachment } from '#server/mails/transport';
import type { startMailServer } from '#tests/support/smtp';
import { setOutbox } from './outbox-stage';

export const limit = 1_000_000;

/** For each test of a file. `files` are attached to every mail. */
export function setDivision() {
  const base = setOutbox();
  const stage = Object.assign(base, {
    files: [] as Attachment[],
    /** Another mail server and another limit. */
    serve: (options: Parameters<typeof startMailServer>[0], maxBytes = limit) =>
      base.use(options, { maxBytes }),
    /** Queues a mail with these files, and tries all that is due. */
    send: async (...files: Attachment[]) => {
      stage.files = files;
      const id = await base.box.queue();
      return { id, tried: await stage.sendAgain() };
    },
    sendAgain: () =>
      base
        .work({
          subjectOf: async () => 'Ihre Unterlagen',
          render: async ({ subject, part }) => {
            const documents = stage.files.flatMap(({ document }) => document?.sha256 ?? []);
            const whole = { attachments: stage.files, documents };
            const { attached, division } = shareOf(part, whole, 'https://stall.example');
            const text = JSON.stringify(division ?? null);
            return { subject, html: text, text, ...attached };
          },
        })
        .runOnce(),
    rows: () => base.box.db.read.select().from(outbox).orderBy(asc(sql`rowid`)),
    /** In the order of the subjects: each with the names of its files. */
    arrived: () =>
      base.server.mails
        .map(({ email }) => [email.subject ?? '', ...email.attachments.map(({ filename }) => filename ?? '')])
        .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
    proven: () => base.proofs.map(({ documentSha256 }) => documentSha256),
    /** The labels of the links in each mail, in the order of the parts. */
    linked: (): string[][] =>
      base.server.mails
        .map(({ email }) => JSON.parse(email.text ?? ''))
        .toSorted((one, other) => one?.number - other?.number)
        .map((division) => (division?.linked ?? []).map(({ label }: { label: string }) => label)),
  });
  beforeEach(() => stage.serve({}));
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
