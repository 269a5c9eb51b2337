/** Failure reports (RFC 3464), and those that say it in words only. */
import type { Attachment } from 'postal-mime';
import { mailIdsIn } from './head';
import { htmlText } from './html';
import { type Email, textOf } from './parse';

export type Report = {
  /** Of the mails that it may be about, the likeliest first. */
  about: string[];
  outcome: 'failed' | 'delayed' | 'other';
  /** The enhanced status code (RFC 3463). */
  code: string | null;
};

/** What a report says stands before the original, which may be long. In characters. */
const longest = { part: 256 * 1024, words: 20_000 };
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];
const carriedTypes = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];

/** Null: it is no report about a mail of ours. `otherwise`: what it is about if it carries none. */
export function readReport(email: Email, host: string, otherwise: string[]): Report | null {
  const contentsOf = (types: string[]) =>
    email.attachments.filter(({ mimeType }) => types.includes(mimeType)).map(contentOf);
  const words = (email.text ?? htmlText(email.html ?? '')).slice(0, longest.words);
  const statuses = contentsOf(statusTypes);
  const told =
    statuses.length > 0 ? outcomeOf(statuses.join('\n\n').replaceAll('\r\n', '\n')) : outcomeIn(words);
  if (!told) return null;
  // its references name other mails, which may be ours
  const carried = contentsOf(carriedTypes).map((content) => content.split(/\r?\n\r?\n/, 1)[0] ?? '');
  const ids = [...carried, ...statuses, words].flatMap((text) => mailIdsIn(idFieldsOf(text), host));
  const about = ids.length > 0 ? [...new Set(ids)] : otherwise;
  return about.length > 0 ? { ...told, about } : null;
}

function contentOf({ content }: Attachment): string {
  return textOf(content).slice(0, longest.part);
}

/** The fields `Message-ID`, `X-…-Message-ID` and `Original-…`, also quoted. */
function idFieldsOf(text: string): string {
  const lines = unfold(text).split(/\r?\n/);
  return lines.filter((line) => /^[>\s]*(?:[\w-]*message-id|original-[\w-]+)\s*:/i.test(line)).join('\n');
}

function unfold(text: string): string {
  return text.replace(/\r?\n[ \t]+/g, ' ');
}

type Told = Pick<Report, 'outcome' | 'code'>;

/** One that failed counts, whatever became of the other recipients. */
function outcomeOf(status: string): Told {
  const recipients = unfold(status)
    .split(/\n[ \t]*\n/)
    .map(toldIn);
  const of = (outcome: Report['outcome']) => recipients.find((one) => one.outcome === outcome);
  return of('failed') ?? of('delayed') ?? { outcome: 'other', code: null };
}

function toldIn(block: string): Told {
  const field = (name: string) => new RegExp(`^${name}\\s*:(.*)$`, 'im').exec(block)?.[1]?.trim() ?? '';
  const action = field('Action').toLowerCase();
  const status = codeIn(field('Status'));
  const detail = codeIn(field('Diagnostic-Code'));
  // one that says only "permanent" is no better than what the other server said
  const code = status && !/\.0\.0$/.test(status) ? status : (detail ?? status);
  if (/^failed\b/.test(action) || (action === '' && code?.startsWith('5')))
    return { outcome: 'failed', code };
  const isDelayed = /^delayed\b/.test(action) || (action === '' && code?.startsWith('4'));
  return { outcome: isDelayed ? 'delayed' : 'other', code };
}

/** In words for people. What follows the header of the original is not about what became of it. */
function outcomeIn(words: string): Told | null {
  const [said = ''] = words.split(/^[> \t]*message-id[ \t]*:/im, 1);
  const code = codeIn(said, '5');
  if (code || /(?<![\d.])55\d[ -]|permanent (?:error|failure)/i.test(said))
    return { outcome: 'failed', code };
  if (codeIn(said, '4') || /(?<![\d.])4[25]\d[ -]/.test(said)) return { outcome: 'delayed', code: null };
  return null;
}

function codeIn(text: string, kind = '[245]'): string | null {
  const code = new RegExp(`(?<![\\d.])${kind}\\.\\d{1,3}\\.\\d{1,3}(?![\\d.]*\\d)`);
  return code.exec(text)?.[0] ?? null;
}
