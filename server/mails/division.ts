/**
 * Divides a mail that is too large: its documents go in several, and one that is too large alone is linked; so are all
 * if the server refuses the size.
 */
import type { Database } from '#db/client';
import { divideMail, type Share } from '#db/mails/leases';
import type { OutboxMail } from '#db/mails/outbox';
import type { MailPart } from '#domain/mails/log';
import type { Division } from '#emails/division.tsx';
import type { Log } from '../log';
import { type Attachment, encodedBytes, type MailContent, type Mailer, type OutgoingMail } from './transport';

export type DivisionTools = {
  db: Database;
  mailer: Pick<Mailer, 'measure'>;
  now: () => number;
  log: Log;
  /** Words a mail by the stored data; a subject that is stored stays. Null when there is no reason for it any more. */
  word: (mail: OutboxMail) => Promise<{ subject: string; write: () => Promise<MailContent> } | null>;
};

export type Parcel = { mail: OutboxMail & { subject: string }; content: MailContent; bytes?: number };

/** For what a part says beside the text of the whole mail. */
export const noteBytes = 5_000;

/**
 * The mail, or its first part if it has more than `most` bytes and can be divided; the others are queued. Null: its lease
 * is lost, or there is no reason for it any more.
 */
export async function fitted(
  { mail, content }: Parcel,
  most: number,
  tools: DivisionTools,
): Promise<Parcel | null> {
  const { attachments = [] } = content;
  if (attachments.length === 0) return { mail, content };
  const bytes = await tools.mailer.measure(outgoing({ mail, content }));
  if (bytes <= most) return { mail, content, bytes };
  const files = attachments.reduce((sum, file) => sum + sizeOf(file), 0);
  const shares = sharesOf(attachments, { text: bytes - files + noteBytes, most });
  if (shares.length === 1 && shares[0]?.linked.length === 0) return { mail, content, bytes };
  return await divided(mail, shares, tools);
}

/** The mail with links in place of its documents. What has no page to link to stays. Null as above. */
export async function withLinks({ mail, content }: Parcel, tools: DivisionTools): Promise<Parcel | null> {
  const { attachments = [] } = content;
  const names = (isLinked: boolean) =>
    attachments.flatMap(({ filename, document }) => ((document !== undefined) === isLinked ? filename : []));
  return await divided(mail, [{ files: names(false), linked: names(true) }], tools);
}

async function divided(
  mail: Parcel['mail'],
  shares: readonly Share[],
  { db, mailer, word, now, log }: DivisionTools,
): Promise<Parcel | null> {
  const held = { id: mail.id, owner: mail.leaseOwner ?? '', now: now() };
  const first = await divideMail(db, held, shares);
  if (!first) return null;
  log('info', 'mail_divided', { mail: mail.id, type: mail.emailType, parts: shares.length });
  const part = { ...first, subject: first.subject ?? mail.subject };
  const worded = await word(part);
  if (!worded) return null;
  const rest = await worded.write();
  return { mail: part, content: rest, bytes: await mailer.measure(outgoing({ mail: part, content: rest })) };
}

export function outgoing({ mail, content, bytes }: Parcel): OutgoingMail {
  return { ...content, id: mail.id, to: { name: mail.recipientName, address: mail.recipientEmail }, bytes };
}

/** Each file goes into the first part that has room for it, so that the first file is in the first part. */
function sharesOf(files: readonly Attachment[], { text, most }: { text: number; most: number }): Share[] {
  // what is no document for customers has no page to which a link could lead
  const linked = files.filter((file) => file.document !== undefined && text + sizeOf(file) > most);
  const parts: { files: string[]; bytes: number }[] = [];
  for (const file of files.filter((one) => !linked.includes(one))) {
    const part = parts.find(({ bytes }) => bytes + sizeOf(file) <= most);
    if (part) {
      part.files.push(file.filename);
      part.bytes += sizeOf(file);
    } else parts.push({ files: [file.filename], bytes: text + sizeOf(file) });
  }
  const [first = { files: [] }, ...others] = parts;
  return [
    { files: first.files, linked: linked.map(({ filename }) => filename) },
    ...others.map((part) => ({ files: part.files, linked: [] })),
  ];
}

function sizeOf({ content }: Attachment): number {
  return encodedBytes(content.length);
}

type Attached = Pick<MailContent, 'attachments' | 'documents'>;

/** Of what the whole mail has attached, what is in this part, and what it says about that. */
export function shareOf(
  part: MailPart | null,
  attached: Attached,
  publicUrl: string,
): { attached: Attached; division?: Division } {
  if (!part) return { attached };
  const { attachments: all = [] } = attached;
  const attachments = all.filter(({ filename }) => part.files.includes(filename));
  const linked = all.flatMap(({ filename, document }) =>
    document && part.linked?.includes(filename)
      ? [{ label: labelOf(filename), href: `${publicUrl}${document.path}` }]
      : [],
  );
  return {
    attached: { attachments, documents: attachments.flatMap(({ document }) => document?.sha256 ?? []) },
    division: {
      number: part.number,
      total: part.total,
      files: attachments.map(({ filename }) => labelOf(filename)),
      linked,
    },
  };
}

function labelOf(filename: string): string {
  return filename.replace(/\.pdf$/, '');
}
