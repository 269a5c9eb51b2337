/** Hands mails over: to an SMTP server, or, where none is configured, to `.eml` files. */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { isEmail } from '#domain/email-address';
import { describeFailure, isPermanent } from './smtp-failure';

export type MailAddress = { name: string; address: string };

export type MailerOptions = {
  /** `smtp://user:pass@host:port` or `smtps://…`; without it mails become files in `mailDir`. */
  smtpUrl?: string;
  mailDir: string;
  from: MailAddress;
  /** Right side of every `Message-ID`. */
  messageIdHost: string;
  timeouts?: Partial<Timeouts>;
};

export type Attachment = { filename: string; contentType: string; content: Uint8Array };

/** What a mail says, whoever it goes to. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  attachments?: Attachment[];
  /** Where a POST ends mails of this kind (RFC 8058): mail programs offer it beside the sender. */
  unsubscribe?: string;
};

/** `id` is the outbox id: it makes the `Message-ID` and the file name, the same at every attempt. */
export type OutgoingMail = MailContent & { id: string; to: MailAddress };

/** `permanent`: the same mail would be refused again. `error` holds no address and no name. */
export type SendResult = { ok: true } | { ok: false; permanent: boolean; error: string };

export type Mailer = {
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Removes what `send` left of a mail on this machine: its `.eml` file, if there is one. */
  discard(id: string): Promise<void>;
  /** Ids of the mails that `send` left something of on this machine. */
  kept(): Promise<string[]>;
  /** Lets a delivery under way end, then closes its connection; idle connections are closed at once. */
  close(): Promise<void>;
};

type Message = ReturnType<typeof compose>;
type Timeouts = typeof defaultTimeouts;

/** Longest that one delivery may take, in milliseconds: well inside a lease, or two instances might send the same mail. */
export const sendLimitMs = 45_000;

/** Most deliveries at a time, and connections kept. */
export const parallelDeliveries = 4;

const defaultTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000, total: sendLimitMs };

/** Makes the mailer of this process; opens no connection yet. */
export function createMailer(options: MailerOptions): Mailer {
  const { deliver, close } = options.smtpUrl ? bySmtp(options, options.smtpUrl) : byFile(options.mailDir);
  return {
    async send(mail) {
      if (!isEmail(mail.to.address)) return { ok: false, permanent: true, error: 'Ungültige E-Mail-Adresse' };
      try {
        await deliver(compose(mail, options), mail.id);
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: isPermanent(error), error: describeFailure(error, mail.to) };
      }
    },
    async discard(id) {
      const file = mailFile(options.mailDir, id);
      await Promise.all([file, draftOf(file)].map((path) => rm(path, { force: true })));
    },
    async kept() {
      const names = await readdir(options.mailDir).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return [...new Set(names.flatMap((name) => /^([\da-f-]{36})\.eml(?:\.tmp)?$/.exec(name)?.[1] ?? []))];
    },
    async close() {
      close();
    },
  };
}

/** Where a mail is kept while no SMTP server is configured. */
export function mailFile(mailDir: string, id: string): string {
  return join(mailDir, `${id}.eml`);
}

function compose(mail: OutgoingMail, { from, messageIdHost }: MailerOptions) {
  return {
    // addresses as objects only: inside a string a comma in a name is a second recipient
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
    // keeps holiday answers away (RFC 3834)
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
    // the outbox tries again; the pool only where a connection died that had been kept open
    maxRequeues: 1,
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    // nobody stands between us and a relay on this machine, and its certificate is rarely a proper one
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
