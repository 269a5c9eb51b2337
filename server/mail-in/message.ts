/** What a message is: a report, a program's answer, a person's, or one that nobody can read here. Runs in a worker. */
import { addressParser } from 'postal-mime';
import { sha256Of } from '#db/hash';
import { type Answer, readAnswer } from './answer';
import { type Email, parse } from './parse';
import type { Ours } from './quotes';
import { type Report, readReport } from './report';

export type Question = {
  bytes: Uint8Array;
  host: string;
  /** Ids of what it answers. */
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
  const isByProgram = isBounce || isByServer || saysProgram(email);
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
function saysProgram({ headers, subject = '' }: Email): boolean {
  return headers.some(isSignOfProgram) || signOfSubject.test(subject);
}

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
