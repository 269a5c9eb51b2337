/** What somebody wrote in an answer to a mail. */
import type { Attachment } from 'postal-mime';
import { withoutInvisible } from '#domain/fields';
import { htmlText } from './html';
import { type Email, parse } from './parse';
import { isAnsweredBelow, type Ours, withoutQuotes } from './quotes';
import { signedContent } from './signed';

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
