/** What somebody wrote in an answer to a mail. */
import type { Attachment } from 'postal-mime';
import { withoutInvisible } from '#domain/fields';
import { htmlText } from './html';
import { withoutQuotes } from './quotes';
import { parse } from './read';

export type Answer = { text: string; attachments: number };

/** As many characters as are stored. */
const longestText = 5_000;
/** What somebody wrote is shorter, with what it quotes of our mail. */
const longestRead = 30_000;
/** Of 2 MiB of attachments. */
const mostLines = 30_000;
const withoutText = '(ohne Text)';

/** Null for what cannot be read. */
export async function readAnswer(bytes: Uint8Array): Promise<Answer | null> {
  const email = await parse(bytes, mostLines);
  if (!email) return null;
  const plain = email.text?.trim() ? email.text : htmlText(email.html ?? '');
  const text = withoutQuotes(readable(plain.slice(0, longestRead)));
  return { text: cut(text) || withoutText, attachments: email.attachments.filter(isGiven).length };
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
  if (/-signature$|^application\/pgp-encrypted$/.test(mimeType)) return false;
  return disposition === 'attachment' || (!related && filename !== null) || mimeType === 'message/rfc822';
}
