import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { uncertainDelivery } from '#domain/mails/log';
import { isEmail } from '#domain/people';
import { isOnThisMachine } from '../http/plain-http';
import { codeOfFailure, describeFailure, isPermanent, isRefusal, type MailAddress } from './failures';
import { createWatch, type Limits, type Sending, smtpLimits, type Watch } from './limits';
import { createTlsProbe } from './tls-probe';

export type MailerOptions = {
  /** `smtp://user:pass@host:port` or `smtps://…`; without it mails are written to `mailDir`. */
  smtpUrl?: string;
  mailDir: string;
  from: MailAddress;
  /** Right side of every `Message-ID`. */
  messageIdHost: string;
  /** Name in EHLO; left out: the name of this machine, if it is a full one, or `[127.0.0.1]`. */
  clientName?: string;
  limits?: Partial<Limits>;
};

export type Attachment = { filename: string; contentType: string; content: Uint8Array<ArrayBuffer> };

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

/**
 * `permanent`: the same mail would be refused again. `uncertain`: the whole mail was transmitted, and the server did not
 * say whether it takes it. `error` contains no address and no name.
 */
export type SendResult = { ok: true } | { ok: false; permanent: boolean; uncertain?: true; error: string };

export type Mailer = ReturnType<typeof createMailer>;
type Message = ReturnType<typeof compose>;

/** Maximum number of deliveries at a time. */
export const parallelDeliveries = 4;

/** The same with the slow ones, which make room for others; also the maximum number of open connections. */
export const mostDeliveries = 16;

export function createMailer(options: MailerOptions) {
  const { deliver, close } = options.smtpUrl ? bySmtp(options, options.smtpUrl) : byFile(options.mailDir);
  return {
    async send(mail: OutgoingMail, { signal, onTransmitted }: Sending = {}): Promise<SendResult> {
      if (!isEmail(mail.to.address)) return { ok: false, permanent: true, error: 'Ungültige E-Mail-Adresse' };
      const watch = createWatch({ ...smtpLimits, ...options.limits }, { signal, onTransmitted });
      try {
        await deliver(compose(mail, options), mail.id, watch);
        return { ok: true };
      } catch (error) {
        if (watch.isTransmitted() && !isRefusal(error)) return uncertain(error);
        return { ok: false, permanent: isPermanent(error), error: describeFailure(error, mail.to) };
      } finally {
        watch.end();
      }
    },
    async deleteFile(id: string): Promise<void> {
      const file = mailFile(options.mailDir, id);
      await Promise.all([file, draftOf(file)].map((path) => rm(path, { force: true })));
    },
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

function bySmtp({ limits: changed, clientName }: MailerOptions, smtpUrl: string) {
  const limits = { ...smtpLimits, ...changed };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    name: clientName,
    maxConnections: mostDeliveries,
    // the outbox retries; the pool does so only when a kept connection turns out to be closed
    maxRequeues: 1,
    // of looking up the name, connecting, the greeting and STARTTLS together
    connectionTimeout: limits.connection + limits.greeting,
    greetingTimeout: limits.greeting,
    // one for all responses: the longest
    socketTimeout: Math.max(limits.command, limits.answer),
    // a relay on this machine cannot be intercepted, and its certificate is rarely valid
    ...(isOnThisMachine(smtpUrl) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
  });
  const watches = new Map<string, Watch>();
  transport.use('stream', ({ message, data }, done) => {
    const watch = watches.get(String(data.messageId));
    if (watch) message.processFunc(watch.tap);
    done();
  });
  const lookForTls = createTlsProbe(smtpUrl);
  let isProven = false;
  return {
    deliver: async (message: Message, _id: string, watch: Watch) => {
      watches.set(message.messageId, watch);
      if (!isProven) watch.whileUnheard(lookForTls);
      try {
        await transport.sendMail({ ...message, signal: watch.signal });
        isProven = true;
      } finally {
        watches.delete(message.messageId);
      }
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

function uncertain(error: unknown): SendResult {
  const why = 'Die E-Mail wurde ganz übertragen, aber der Mailserver hat sie nicht bestätigt.';
  return {
    ok: false,
    permanent: false,
    uncertain: true,
    error: `${uncertainDelivery} (${codeOfFailure(error)}): ${why}`,
  };
}
