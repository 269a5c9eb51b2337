import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { uncertainDelivery } from '#domain/mails/log';
import { isEmail } from '#domain/people';
import { isOnThisMachine } from '../config';
import { createSigner, type DkimKey } from './domain';
import {
  codeOfFailure,
  describeFailure,
  isPermanent,
  isRefusal,
  type MailAddress,
  sizeRefusal,
} from './failures';
import { createWatch, type Limits, type Sending, smtpLimits, type Watch } from './limits';

export type MailerOptions = {
  /** `smtp://user:pass@host:port` or `smtps://…`; without it mails are written to `mailDir`. */
  smtpUrl?: string;
  mailDir: string;
  from: MailAddress;
  messageIdHost: string;
  /** Name in EHLO; left out: the name of this machine, if it is a full one, or `[127.0.0.1]`. */
  clientName?: string;
  limits?: Partial<Limits>;
  dkim?: DkimKey | null;
  /** Of an encoded mail; left out: only the server limits it. */
  maxBytes?: number;
};

export type Attachment = {
  filename: string;
  contentType: string;
  content: Uint8Array<ArrayBuffer>;
  /** The document for customers that it is, with its page; left out: it is none. */
  document?: { sha256: string; path: string };
};

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
export type OutgoingMail = MailContent & {
  id: string;
  to: MailAddress;
  /** As `measure` says; the server hears it before it gets the mail. Left out: it does not. */
  bytes?: number;
};

/**
 * `permanent`: the same mail would be refused again. `uncertain`: the whole mail was transmitted, and the server did not
 * say whether it takes it. `tooLarge`: a smaller one might be taken. `error` contains no address and no name.
 */
export type SendResult =
  | { ok: true }
  | { ok: false; permanent: boolean; uncertain?: true; tooLarge?: true; error: string };

export type Mailer = ReturnType<typeof createMailer>;
type Message = ReturnType<typeof compose>;

export const parallelDeliveries = 4;

/** The same with the slow ones, which make room for others; also the maximum number of open connections. */
export const mostDeliveries = 16;

export function createMailer(options: MailerOptions) {
  const files = byFile(options);
  const { deliver, close } = options.smtpUrl ? bySmtp(options, options.smtpUrl) : files;
  let largest = options.maxBytes ?? Number.POSITIVE_INFINITY;
  return {
    /** In bytes, encoded; less than at first once the server has said that it takes less. */
    largest: () => largest,
    /** In bytes, encoded and signed, without encoding the attachments. */
    async measure(mail: OutgoingMail): Promise<number> {
      const { attachments = [], ...message } = compose(mail, options);
      const bare = attachments.map((file) => ({ ...file, content: Buffer.alloc(0) }));
      const { length } = await files.build({ ...message, attachments: bare });
      return attachments.reduce((sum, { content }) => sum + encodedBytes(content.length), length);
    },
    async send(mail: OutgoingMail, { signal, onTransmitted }: Sending = {}): Promise<SendResult> {
      if (!isEmail(mail.to.address)) return { ok: false, permanent: true, error: 'Ungültige E-Mail-Adresse' };
      const watch = createWatch({ ...smtpLimits, ...options.limits }, { signal, onTransmitted });
      try {
        await deliver(compose(mail, options), mail.id, watch);
        return { ok: true };
      } catch (error) {
        if (watch.isTransmitted() && !isRefusal(error)) return uncertain(error);
        const told = sizeRefusal(error);
        if (told) largest = Math.min(largest, told.most);
        return {
          ok: false,
          permanent: isPermanent(error),
          ...(told && { tooLarge: true }),
          error: describeFailure(error, mail.to),
        };
      } finally {
        watch.end();
      }
    },
    async deleteFile(id: string): Promise<void> {
      const file = mailFile(options.mailDir, id);
      await Promise.all([file, draftOf(file)].map((path) => rm(path, { force: true })));
    },
    async kept(): Promise<string[]> {
      const names = existsSync(options.mailDir) ? await readdir(options.mailDir) : [];
      return [...new Set(names.flatMap((name) => /^([\da-f-]{36})\.eml(?:\.tmp)?$/.exec(name)?.[1] ?? []))];
    },
    /** A connection is closed when its current delivery has ended; idle ones are closed at once. */
    close,
  };
}

/** In base64, with its line breaks. */
export function encodedBytes(bytes: number): number {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.max(0, Math.ceil(characters / 76) - 1);
}

export function mailFile(mailDir: string, id: string): string {
  return join(mailDir, `${id}.eml`);
}

function compose(mail: OutgoingMail, { from, messageIdHost }: MailerOptions) {
  const { bytes: size, unsubscribe } = mail;
  return {
    // as objects, because in a string a comma in a name would start a second recipient
    from: oneLine(from),
    to: oneLine(mail.to),
    ...(size && { envelope: { from: from.address, to: mail.to.address, size } }),
    subject: printable(mail.subject),
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments?.map(({ content, filename, contentType }) => ({
      filename,
      contentType,
      // the same memory: four mails at a time may each have 8 MiB of documents
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    messageId: `<${mail.id}@${messageIdHost}>`,
    // both prevent automatic replies (RFC 3834; Exchange)
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    textEncoding: 'quoted-printable',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

function bySmtp({ limits: changed, clientName, dkim }: MailerOptions, smtpUrl: string) {
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
  const signer = dkim ? createSigner(dkim) : null;
  transport.use('stream', ({ message, data }, done) => {
    const watch = watches.get(String(data.messageId));
    // before the watch: the signer reads the whole mail before the first byte is transmitted
    if (signer) message.processFunc((input) => signer.sign(input));
    if (watch) message.processFunc(watch.tap);
    done();
  });
  return {
    deliver: async (message: Message, _id: string, watch: Watch) => {
      watches.set(message.messageId, watch);
      try {
        await transport.sendMail({ ...message, signal: watch.signal });
      } finally {
        watches.delete(message.messageId);
      }
    },
    close: () => transport.close(),
  };
}

function byFile({ mailDir, dkim }: MailerOptions) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const signer = dkim ? createSigner(dkim) : null;
  transport.use('stream', ({ message }, done) => {
    if (signer) message.processFunc((input) => signer.sign(input));
    done();
  });
  const build = async (message: Message): Promise<Buffer> => {
    const { message: bytes } = await transport.sendMail(message);
    if (!Buffer.isBuffer(bytes)) throw new TypeError('The mail was not built in memory.');
    return bytes;
  };
  return {
    build,
    deliver: async (message: Message, id: string) => {
      const bytes = await build(message);
      await mkdir(mailDir, { recursive: true, mode: 0o700 });
      const file = mailFile(mailDir, id);
      await writeFile(draftOf(file), bytes, { mode: 0o600, flush: true });
      await rename(draftOf(file), file);
    },
    close: () => transport.close(),
  };
}

function draftOf(file: string): string {
  return `${file}.tmp`;
}

function oneLine({ name, address }: MailAddress): MailAddress {
  return { name: printable(name), address };
}

function printable(value: string): string {
  return value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The error of a mail of which it is not known yet. */
export const unconfirmed = `${uncertainDelivery}: Die E-Mail wurde ganz übertragen, aber der Mailserver hat sie noch nicht bestätigt.`;

function uncertain(error: unknown): SendResult {
  const why = 'Die E-Mail wurde ganz übertragen, aber der Mailserver hat sie nicht bestätigt.';
  return {
    ok: false,
    permanent: false,
    uncertain: true,
    error: `${uncertainDelivery} (${codeOfFailure(error)}): ${why}`,
  };
}

/**
 * The name by which the product introduces itself to a mail server (EHLO): the host of `PUBLIC_URL`, in ASCII, or its
 * address as a literal (RFC 5321, section 4.1.3). Undefined for a name that means something on this machine or in its
 * network only.
 */
export function clientNameOf(publicUrl: string): string | undefined {
  const host = new URL(publicUrl).hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return `[IPv6:${host.slice(1, -1)}]`;
  if (isIP(host)) return `[${host}]`;
  return host.includes('.') && !host.endsWith('.localhost') ? host : undefined;
}
