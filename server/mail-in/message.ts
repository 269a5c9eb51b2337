/** What a message is: a report, a program's answer, a person's, or one that nobody can read here. Runs in a worker. */
import { type Attachment, addressParser, type Email } from 'postal-mime';
import { sha256Of } from '#db/hash';
import { type Answer, readAnswer } from './answer';
import { mailIdsIn } from './head';
import { htmlText, parse, textOf } from './parse';
import type { Ours } from './quotes';

export type Question = {
  bytes: Uint8Array;
  host: string;
  answers: string[];
  /** Null: it answers no mail of ours, so that only a report is looked for. */
  ours: Ours | null;
};

export type Message = {
  /** SHA-256 of its `Message-ID`, or of its bytes if it has none: the same when the same message comes again. */
  name: string;
  /** Null: it has none, or several. */
  from: string | null;
  content: Content;
};
type Content =
  | ({ kind: 'report' } & Report)
  /** A program wrote it (RFC 3834), or it comes from a list. */
  | { kind: 'automatic' }
  | Answer;

export async function readMessage({ bytes, host, answers, ours }: Question): Promise<Message> {
  const email = await parse(bytes);
  if (!email) return { name: sha256Of(bytes), from: null, content: { kind: 'unreadable' } };
  const from = soleAddress(valuesOf(email, 'from'));
  const name = sha256Of(email.messageId?.trim() || bytes);
  const isBounce = valuesOf(email, 'return-path').some((path) => /^\s*<\s*>/.test(path));
  const type = valuesOf(email, 'content-type').join();
  const isReport = /^\s*multipart\/report\b/i.test(type);
  const isByServer = isReport || isPostmaster(from);
  const isOther = isReport && /report-type\s*=\s*"?(?!delivery-status)[a-z]/i.test(type);
  // an absence note has an empty Return-Path too, and dates like 5.1.27, so it would have to carry our mail
  const about = isByServer ? answers : [];
  const report = !isOther && (isByServer || isBounce) ? readReport(email, host, about) : null;
  if (report) return { name, from, content: { kind: 'report', ...report } };
  const { headers, subject = '' } = email;
  const isByProgram = isBounce || isByServer || headers.some(isSignOfProgram) || signOfSubject.test(subject);
  if (isByProgram || !ours) return { name, from, content: { kind: 'automatic' } };
  return { name, from, content: await readAnswer(email, ours) };
}

function valuesOf({ headers }: Email, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

/** In characters. */
const longestFrom = 1_000;

/**
 * Also null where mail servers may see another one, for which they vouch: `a@b.example@c.example`, `a@b c@d`,
 * `<a@b> <c@d>`, or one in an encoded word, which may only be the name (RFC 2047, section 5).
 */
function soleAddress([field = '', ...fields]: readonly string[]): string | null {
  if (fields.length > 0 || field.length > longestFrom) return null;
  if (field.indexOf('<') !== field.lastIndexOf('<')) return null;
  const plain = field.replace(/=\?[^?\s]*\?[bq]\?[^?]*\?=/gi, 'name');
  const [one, ...others] = addressParser(plain);
  const [, stands = plain.replace(/\([^()]*\)\s*$/, '')] = /<([^>]*)>/.exec(plain) ?? [];
  const isSole = others.length === 0 && stands.trim() === one?.address && stands.split('@').length === 2;
  return isSole ? one.address : null;
}

function isPostmaster(from: string | null): boolean {
  return /^(mailer-?daemon|postmaster|mail-?delivery-?(sub)?system)@/i.test(from ?? '');
}

/** The signs by which help desks know the answers of programs. */
function isSignOfProgram({ key, value }: { key: string; value: string }): boolean {
  if (key === 'auto-submitted') return !/^\s*no\b/i.test(value);
  if (/^(?:x-)?precedence$/.test(key)) return /^\s*(bulk|list|junk|auto[_-]?reply)\b/i.test(value);
  if (key === 'delivered-to') return /^\s*autoresponder\s*$/i.test(value);
  return signOfField.test(key);
}

const signOfField =
  /^(?:list-id|x-failed-recipients|x-cron-env|x-vacation|x-out-of-office|x-[a-z-]*auto-?(?:repl(?:y|ied)|respon(?:d(?:er|ed)?|se)|generated)(?!-suppress)(?:-[a-z]+)?)$/;

/** Before what a person answers stands `AW:` or `Re:`. */
const firstWords = [
  'abwesend\\b|abwesenheit|urlaubs(?:notiz|meldung|benachrichtigung|vertretung)|(?:nicht im|außer) (?:büro|haus)',
  'auto(?:mati(?:sche?|sierte))?[ -]?(?:antwort|rückantwort|reply|response)|(?:automatic|automated) (?:reply|response)',
  'out of (?:the )?office|ooo:|(?:eingangs|empfangs)bestätigung',
  // other languages that are spoken here
  'r[ée]ponse automatique|absence du bureau|risposta automatica|fuori sede|respuesta autom[áa]tica',
  'fuera de (?:la )?oficina|resposta autom[áa]tica|automatisch (?:antwoord|bericht)|afwezig|auto(?:matiskt? )?svar',
  'automaattinen vastaus|automatyczna odpowied|odpowied[zź] automatyczna|nieobecno|automatick[áa] odpov',
  'automatikus v[áa]lasz|r[ăa]spuns automat|otomatik yan|автоматическ|автоматична|автовідповідь|автоответ',
];
// also behind what a gateway adds, such as `[EXTERN]`
const signOfSubject = new RegExp(`^\\s*(?:\\[[\\p{L} ]{1,20}\\]\\s*)?\\[?(?:${firstWords.join('|')})`, 'iu');

/** A failure report (RFC 3464), or one that says it in words only. */
export type Report = {
  /** Of the mails that it may be about, the likeliest first. */
  about: string[];
  outcome: 'failed' | 'delayed' | 'other';
  code: string | null;
};

/** What a report says stands before the original, which may be long. In characters. */
const longest = { part: 256 * 1024, words: 20_000 };
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];
const carriedTypes = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];

/** Null: it is no report about a mail of ours. `otherwise`: what it is about if it carries none. */
function readReport(email: Email, host: string, otherwise: string[]): Report | null {
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
