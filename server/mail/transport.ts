/** Sends mails to an SMTP server or, if none is configured, writes them to `.eml` files. */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { isEmail } from '#domain/email-address';
import { describeFailure, isPermanent } from './smtp-failure';

export type MailAddress = { name: string; address: string };

export type MailerOptions = {
  /** `smtp://user:pass@host:port` or `smtps://…`; without it mails are written to `mailDir`. */
  smtpUrl?: string;
  mailDir: string;
  from: MailAddress;
  /** Right side of every `Message-ID`. */
  messageIdHost: string;
  timeouts?: Partial<Timeouts>;
};

export type Attachment = { filename: string; contentType: string; content: Uint8Array };

/** A mail without its recipient. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  attachments?: Attachment[];
  /** Address whose POST stops mails of this kind (RFC 8058); mail programs show a button for it. */
  unsubscribe?: string;
};

/** `id` is the outbox id. The `Message-ID` and the file name contain it, so they are the same at every attempt. */
export type OutgoingMail = MailContent & { id: string; to: MailAddress };

/** `permanent`: the same mail would be refused again. `error` contains no address and no name. */
export type SendResult = { ok: true } | { ok: false; permanent: boolean; error: string };

export type Mailer = ReturnType<typeof createMailer>;
type Message = ReturnType<typeof compose>;
type Timeouts = typeof defaultTimeouts;

/** Maximum duration of one delivery in milliseconds. Shorter than a lease, or two instances might send a mail. */
export const sendLimitMs = 45_000;

/** Maximum number of deliveries at a time and of open connections. */
export const parallelDeliveries = 4;

const defaultTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000, total: sendLimitMs };

/** Opens no connection yet. */
export function createMailer(options: MailerOptions) {
  const { deliver, close } = options.smtpUrl ? bySmtp(options, options.smtpUrl) : byFile(options.mailDir);
  return {
    async send(mail: OutgoingMail): Promise<SendResult> {
      if (!isEmail(mail.to.address)) return { ok: false, permanent: true, error: 'Ungültige E-Mail-Adresse' };
      try {
        await deliver(compose(mail, options), mail.id);
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: isPermanent(error), error: describeFailure(error, mail.to) };
      }
    },
    /** Deletes the mail's `.eml` file, if there is one. */
    async deleteFile(id: string): Promise<void> {
      const file = mailFile(options.mailDir, id);
      await Promise.all([file, draftOf(file)].map((path) => rm(path, { force: true })));
    },
    /** Ids of the mails that have a file on this machine. */
    async kept(): Promise<string[]> {
      const names = await readdir(options.mailDir).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return [...new Set(names.flatMap((name) => /^([\da-f-]{36})\.eml(?:\.tmp)?$/.exec(name)?.[1] ?? []))];
    },
    /** A connection is closed when its current delivery has ended; idle ones are closed at once. */
    close,
  };
}

/** The file of a mail when no SMTP server is configured. */
export function mailFile(mailDir: string, id: string): string {
  return join(mailDir, `${id}.eml`);
}

function compose(mail: OutgoingMail, { from, messageIdHost }: MailerOptions) {
  return {
    // as objects, because in a string a comma in a name would start a second recipient
    from: oneLine(from),
    to: oneLine(mail.to),
    subject: printable(mail.subject),
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments?.map(({ content, ...file }) => ({
      ...file,
      content: Buffer.from(content),
    })),
    messageId: `<${mail.id}@${messageIdHost}>`,
    // prevents automatic replies (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    textEncoding: 'quoted-printable',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

function unsubscribeHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function bySmtp({ timeouts }: MailerOptions, smtpUrl: string) {
  const limits = { ...defaultTimeouts, ...timeouts };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: parallelDeliveries,
    // the outbox retries; the pool does so only when a kept connection turns out to be closed
    maxRequeues: 1,
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    // a relay on this machine cannot be intercepted, and its certificate is rarely valid
    ...(isLoopback(smtpUrl) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
  });
  return {
    deliver: async (message: Message) => {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.total) });
    },
    close: () => transport.close(),
  };
}

function byFile(mailDir: string) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (message: Message, id: string) => {
      const { message: bytes } = await transport.sendMail(message);
      if (!Buffer.isBuffer(bytes)) throw new TypeError('The mail was not built in memory.');
      await mkdir(mailDir, { recursive: true, mode: 0o700 });
      await writeWhole(mailFile(mailDir, id), bytes);
    },
    close: () => transport.close(),
  };
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = await open(draftOf(file), 'w', 0o600);
  try {
    await draft.writeFile(bytes);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(draftOf(file), file);
}

function draftOf(file: string): string {
  return `${file}.tmp`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function oneLine({ name, address }: MailAddress): MailAddress {
  return { name: printable(name), address };
}

function printable(value: string): string {
  return value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function isLoopback(smtpUrl: string): boolean {
  const host = new URL(smtpUrl).hostname;
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
