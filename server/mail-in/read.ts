/** What a message is, by its bytes alone. Nothing here throws, whatever they are. */
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { sha256Of } from '#db/hash';

export type Arrived = {
  /** SHA-256 of its `Message-ID`, or of its bytes if it has none: the same when the same message comes again. */
  name: string;
  /** Ids of what it answers and may be mails of ours, the nearest first. */
  answers: string[];
  /** Null: it has none, or several. */
  from: string | null;
  /** A program wrote it (RFC 3834), or it comes from a list. */
  isAutomatic: boolean;
  /**
   * The mails that it may be about if it is a failure report that carries none; null: it is no report. An absence note
   * has an empty `Return-Path` too, and dates like 5.1.27, so it would have to carry one.
   */
  reports: string[] | null;
};

/** Longer headers are no mail that somebody wrote. */
const longestHead = 64 * 1024;

const mostFields = 2_000;

/** By its header alone, because most of what arrives is not about our mails. Null: it has no header. */
export async function readArrived(bytes: Uint8Array, host: string): Promise<Arrived | null> {
  const head = bytes.subarray(0, endOfHead(bytes));
  if (!/^[A-Za-z\d-]+[ \t]*:/m.test(textOf(head))) return null;
  const email = await parse(head, mostFields);
  if (!email) return null;
  const valuesOf = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const idsOf = (name: string) => valuesOf(name).flatMap((value) => mailIdsIn(value, host));
  const type = valuesOf('content-type').join();
  const from = soleAddress(valuesOf('from'));
  const isReport = /^\s*multipart\/report\b/i.test(type);
  const isOther = isReport && /report-type\s*=\s*"?(?!delivery-status)[a-z]/i.test(type);
  const isBounce = valuesOf('return-path').some((path) => /^\s*<\s*>/.test(path));
  const isByServer = isReport || isPostmaster(from);
  const answers = [...new Set([...idsOf('in-reply-to'), ...idsOf('references').reverse()])];
  const mayReport = !isOther && (isByServer || isBounce);
  return {
    name: sha256Of(email.messageId?.trim() || bytes),
    answers,
    from,
    isAutomatic: isBounce || isByServer || email.headers.some(isSignOfProgram),
    reports: mayReport ? (isByServer ? answers : []) : null,
  };
}

/** The ids of mails of ours in a text, each once. */
export function mailIdsIn(text: string, host: string): string[] {
  const uuid = '[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}';
  const id = new RegExp(`(?<![\\w.+-])(${uuid})@${RegExp.escape(host)}(?![\\w.-])`, 'gi');
  return [...new Set(Array.from(text.matchAll(id), ([, found = '']) => found.toLowerCase()))];
}

/**
 * Null for what cannot be read. Carried messages stay attachments. What comes after so many lines is not read, because
 * parsing never gives others their turn.
 */
export async function parse(bytes: Uint8Array, mostLines: number): Promise<Email | null> {
  try {
    return await PostalMime.parse(firstLines(bytes, mostLines), {
      forceRfc822Attachments: true,
      maxNestingDepth: 30,
    });
  } catch {
    return null;
  }
}

const hyphen = 0x2d;
/** Lines that may begin a part, which costs as much as a hundred others. */
const mostBoundaries = 500;

function firstLines(bytes: Uint8Array, most: number): Uint8Array {
  let end = 0;
  let boundaries = 0;
  for (let line = 0; line < most && end < bytes.length && boundaries < mostBoundaries; line += 1) {
    if (bytes[end] === hyphen && bytes[end + 1] === hyphen) boundaries += 1;
    const feed = bytes.indexOf(0x0a, end);
    end = feed < 0 ? bytes.length : feed + 1;
  }
  return bytes.subarray(0, end);
}

export function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function endOfHead(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longestHead));
  const ends = [text.indexOf('\r\n\r\n'), text.indexOf('\n\n')].filter((end) => end >= 0);
  return Math.min(...ends, text.length);
}

/** Also null where mail servers may see another one, for which they vouch: `a@b.example@c.example`, `<a@b> <c@d>`. */
function soleAddress([field = '', ...fields]: readonly string[]): string | null {
  if (fields.length > 0 || field.indexOf('<') !== field.lastIndexOf('<')) return null;
  const [one, ...others] = addressParser(field);
  return one?.address?.split('@').length === 2 && others.length === 0 ? one.address : null;
}

function isPostmaster(from: string | null): boolean {
  return /^(mailer-?daemon|postmaster|mail-?delivery-?(sub)?system)@/i.test(from ?? '');
}

function isSignOfProgram({ key, value }: { key: string; value: string }): boolean {
  if (key === 'auto-submitted') return !/^\s*no\b/i.test(value);
  if (key === 'precedence') return /^\s*(bulk|list|junk|auto_reply)\b/i.test(value);
  return ['list-id', 'x-autoreply', 'x-autorespond', 'x-failed-recipients'].includes(key);
}
