import type { Attachment, Email } from 'postal-mime';
import { withoutInvisible } from '#domain/fields';
import { htmlText, parse } from './parse';
import { isAnsweredBelow, type Ours, withoutQuotes } from './quotes';

export type Answer =
  | { kind: 'answer'; text: string; attachments: number }
  | { kind: 'encrypted' }
  /** Also where nothing is written: a calendar or a reaction alone; or below our mail without marks. */
  | { kind: 'unreadable' };

/** As many characters as are stored. */
const longestText = 5_000;
/** What somebody wrote is shorter, with what it quotes of our mail. */
const longestRead = 30_000;
const withoutText = '(ohne Text)';

export async function readAnswer(email: Email, ours: Ours): Promise<Answer> {
  const inner = await unwrapped(email);
  if (inner === null) return { kind: 'encrypted' };
  const { text: plain, html, attachments } = inner;
  const whole = readable((plain?.trim() ? plain : htmlText(html ?? '')).slice(0, longestRead));
  const text = withoutQuotes(withoutSignature(whole), ours);
  if (/^-----BEGIN PGP MESSAGE-----/m.test(text)) return { kind: 'encrypted' };
  const given = attachments.filter(isGiven).length;
  const isLost = attachments.some(isNoText) || (given === 0 && isAnsweredBelow(whole));
  if (attachments.some(isAnswerOfProgram) || (text === '' && isLost)) return { kind: 'unreadable' };
  return { kind: 'answer', text: cut(text) || withoutText, attachments: given };
}

/** Without the signatures around it; null: it is encrypted, or has too many. */
async function unwrapped(email: Email, depth = 0): Promise<Email | null> {
  const isEncrypted = email.attachments.some(({ mimeType }) => encrypted.test(mimeType));
  if (isEncrypted || depth > mostSignatures) return null;
  const wrapped = email.attachments.find(isWrapped);
  if (!wrapped) return email;
  const content = typeof wrapped.content === 'string' ? null : signedContent(new Uint8Array(wrapped.content));
  const inner = content && (await parse(content));
  return inner && (await unwrapped(inner, depth + 1));
}

/** PGP, and Microsoft's messages with rights. */
const encrypted = /^application\/(?:pgp-encrypted|x-microsoft-rpmsg-message)$/;
const mostSignatures = 3;

/** Not a signed file that somebody attached, such as `Befund.pdf.p7m`. */
function isWrapped({ mimeType, filename }: Attachment): boolean {
  if (/\.\w+\.p7m$/i.test(filename ?? '')) return false;
  return /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '');
}

/** The text that PGP signs stands between the marks. */
function withoutSignature(text: string): string {
  return text
    .replace(/^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash:.*\n)?/m, '')
    .replace(/^-----BEGIN PGP SIGNATURE-----\n[\s\S]*?^-----END PGP SIGNATURE-----$/m, '');
}

const calendars = ['text/calendar', 'application/ics'];
const emojis = 'text/vnd.google.email-reaction+json';

/** Calendars and Gmail add a text of their own. */
function isAnswerOfProgram({ mimeType, method }: Attachment): boolean {
  return (
    mimeType === emojis ||
    (calendars.includes(mimeType) && /^(?:DECLINE)?(?:REPLY|COUNTER)$/.test(method ?? ''))
  );
}

function isNoText({ mimeType, disposition }: Attachment): boolean {
  return calendars.includes(mimeType) || String(disposition) === 'reaction';
}

/** As typed text is stored: without invisible characters, and with line feeds as the only controls. */
function readable(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n').replace(/\u00a0/g, ' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken away
  return withoutInvisible(lines.replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g, '')).toWellFormed();
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Not the pictures of a signature, which the text refers to, and no signature of the mail itself. */
function isGiven({ mimeType, filename, disposition, related }: Attachment): boolean {
  if (/-signature$/.test(mimeType)) return false;
  return disposition === 'attachment' || (!related && filename !== null) || mimeType === 'message/rfc822';
}

type Element = { type: number; bytes: Uint8Array; parts: Element[] };

const signedData = '2a864886f70d010702';
/** What wraps the content is at most seven deep; programs write it in pieces. */
const deepest = 16;
const constructed = 0x20;

/**
 * What a signature in one piece wraps (CMS, RFC 5652; Outlook signs so where an administrator says so). The signature is
 * not verified: the address of the sender decides, as for every mail. Null: it is encrypted, or nothing of this kind.
 */
function signedContent(cms: Uint8Array): Uint8Array | null {
  try {
    const [type, wrapped] = elementAt(cms, 0).element.parts;
    if (!type || Buffer.from(type.bytes).toString('hex') !== signedData) return null;
    const content = wrapped?.parts[0]?.parts[2]?.parts[1]?.parts[0];
    return content ? bytesOf(content) : null;
  } catch {
    return null;
  }
}

function bytesOf({ parts, bytes }: Element): Uint8Array {
  return parts.length > 0 ? Buffer.concat(parts.map(bytesOf)) : bytes;
}

/** In BER (X.690), where a length may be left out: then two zeros end the element. */
function elementAt(all: Uint8Array, begin: number, depth = 0): { element: Element; end: number } {
  const [type = 0, first] = all.subarray(begin, begin + 2);
  if (first === undefined || depth > deepest) throw new RangeError('This is no BER.');
  const isOpen = first === 0x80;
  const digits = first > 0x80 ? first & 0x7f : 0;
  let at = begin + 2 + digits;
  const length =
    digits > 0 ? Number.parseInt(Buffer.from(all.subarray(begin + 2, at)).toString('hex'), 16) : first;
  const end = isOpen ? all.length : at + length;
  if (!(end <= all.length)) throw new RangeError('This is no BER.');
  const parts: Element[] = [];
  const bytes = all.subarray(at, end);
  if ((type & constructed) === 0) return { element: { type, bytes, parts }, end };
  while (at < end) {
    if (isOpen && all[at] === 0 && all[at + 1] === 0) return { element: { type, bytes, parts }, end: at + 2 };
    const next = elementAt(all, at, depth + 1);
    parts.push(next.element);
    at = next.end;
  }
  return { element: { type, bytes, parts }, end };
}
