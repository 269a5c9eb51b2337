/**
 * Sends mails to an SMTP server or, if none is configured, writes them to `.eml` files. Decides what a failed delivery
 * means, and what may be stored about it.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { isEmail } from '#domain/people';

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

export type Attachment = { filename: string; contentType: string; content: Uint8Array<ArrayBuffer> };

/** A mail without its recipient. */
export type MailContent = {
  subject: string;
  html: string;
  text: string;
  attachments?: Attachment[];
  /** Address whose POST stops mails of this kind (RFC 8058); mail programs show a button for it. */
  unsubscribe?: string;
  /** The SHA-256 of each document for customers among the attachments, of which a sent mail is a proof. */
  documents?: readonly string[];
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
      // the same memory: four mails at a time may each have 8 MiB of documents
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
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

/**
 * True when the server permanently refused this mail (5xx). A refused connection or sign-in and 503 (bad sequence of
 * commands) are problems of the configuration: the operator may fix them while the mail waits.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = readFailure(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return true;
  return responseCode >= 500 && responseCode < 600 && !configurationCodes.includes(responseCode);
}

/** `550: 5.1.1 User unknown`, or a German sentence when the server sent no reply; at most 300 characters. */
export function describeFailure(error: unknown, recipient: MailAddress): string {
  const { name, code, responseCode, response } = readFailure(error);
  if (responseCode === undefined || code === 'ETLS')
    return `${code ?? name}: ${sentences[code ?? ''] ?? otherFailure}`;
  const reply = response.replace(/^\d{3}[ -]/gm, '').replace(/\s+/g, ' ');
  return `${responseCode}: ${withoutPerson(reply, recipient)}`.trim().slice(0, 300);
}

// 530, 534, 535, 538: sign-in required or refused (RFC 4954); 521: accepts no mail; 503: bad sequence
const configurationCodes = [503, 521, 530, 534, 535, 538];

const sentences: Record<string, string> = {
  EAUTH: 'Die Anmeldung am Mailserver ist fehlgeschlagen.',
  ETIMEDOUT: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
  EABORT: 'Die Zustellung hat zu lange gedauert.',
  ETLS: 'Der Mailserver bietet keine sichere Verbindung an.',
  EDNS: 'Der Mailserver wurde nicht gefunden.',
  ECONNECTION: 'Der Mailserver ist nicht erreichbar.',
  ESOCKET: 'Der Mailserver ist nicht erreichbar.',
};
const otherFailure = 'Die E-Mail konnte nicht übergeben werden.';

/** Removes the recipient's name and address: servers often repeat them in a refusal. */
function withoutPerson(reply: string, { name, address }: MailAddress): string {
  const words = [...address.split('@'), ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
  // a pattern with `@` in its middle would take quadratic time on a long reply
  const withoutAddresses = reply.replace(/[^\s<>]+/g, (part) => (part.includes('@') ? '…' : part));
  return words.reduce((text, word) => text.replace(wholeWord(word), '…'), withoutAddresses);
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'giu');
}

type Failure = { name: string; code?: string; responseCode?: number; response: string };

function readFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', response: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  return { name: error.name, code, responseCode, response };
}
