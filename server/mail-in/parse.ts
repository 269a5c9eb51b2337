/** Takes messages apart. Nothing here throws, whatever their bytes are. */

import { compile } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';

/** What comes after so many lines is not read. */
const mostLines = 30_000;
/** Lines that may begin a part, which costs as much as a hundred others. */
const mostBoundaries = 500;

/** Null for what cannot be read. Carried messages stay attachments. */
export async function parse(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await new Parser({ forceRfc822Attachments: true, maxNestingDepth: 30 }).parse(firstLines(bytes));
  } catch {
    return null;
  }
}

export function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

type Part = {
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string } };
  content: ArrayBuffer | null;
};

class Parser extends PostalMime {
  /** In place of the package's own: it decides which parts are the text, and is asked before one is decoded. */
  isInlineTextNode({ contentType: { parsed }, contentDisposition, content }: Part): boolean {
    if (!/^text\/(?:plain|html)$/.test(parsed.value)) return false;
    // a reaction (RFC 9078) is no text that answers
    if (/^(?:attachment|reaction)$/.test(contentDisposition.parsed.value)) return false;
    parsed.params.charset = charsetOf(parsed.params.charset, content);
    return true;
  }
}

/** UTF-8 if it is, else Windows-1252, where the alphabet is not named, or named by those that know no other. */
function charsetOf(named: string | undefined, content: ArrayBuffer | null): string {
  const isVague = /^\s*(?:utf-?8|(?:us-)?ascii)?\s*$/i.test(named ?? '');
  if (!isVague && named && succeeds(() => new TextDecoder(named))) return named;
  const bytes = content ?? new ArrayBuffer(0);
  if (succeeds(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))) return 'utf-8';
  return isVague || !named ? 'windows-1252' : named;
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const hyphen = 0x2d;

function firstLines(bytes: Uint8Array): Uint8Array {
  let end = 0;
  let boundaries = 0;
  for (let line = 0; line < mostLines && end < bytes.length && boundaries < mostBoundaries; line += 1) {
    if (bytes[end] === hyphen && bytes[end + 1] === hyphen) boundaries += 1;
    const feed = bytes.indexOf(0x0a, end);
    end = feed < 0 ? bytes.length : feed + 1;
  }
  return bytes.subarray(0, end);
}

/** What people write is shorter, with what it quotes of our mail. */
const longestHtml = 50_000;

const skipped = { format: 'skip' };
const toText = compile({
  wordwrap: false,
  limits: { maxDepth: 25, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['img', 'style', 'script', 'title'].map((selector) => ({ selector, ...skipped })),
    // GMX and WEB.DE mark what they quote by nothing else
    { selector: 'div[name=quote]', ...skipped },
  ],
});

/** As text; a quotation has `>` at its lines. Empty for what cannot be read. */
export function htmlText(html: string): string {
  try {
    return toText(html.slice(Math.max(0, html.search(/<body[\s>]/i))).slice(0, longestHtml));
  } catch {
    return '';
  }
}
