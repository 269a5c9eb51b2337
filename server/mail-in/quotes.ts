/** Takes out of an answer what it quotes, in the ways of the usual mail programs. */
import { documentLabels } from '#domain/document-kinds';
import type { Operator } from '#domain/operator/operator';
import { addressKey, partsOf } from '#domain/text/addresses';

/** By what our own text is known, whatever the language of a mail program. */
export type Ours = {
  /** In lower case. */
  addresses: readonly string[];
  /** The first line of our mails, */
  brand: string;
  /** and what stands on it or below. */
  beneath: readonly string[];
};

export function oursOf({ mail, brand, company }: Operator): Ours {
  const { local, domain } = partsOf(mail.from);
  return {
    addresses: [...new Set([`${local}@${domain}`, addressKey(mail.from)])],
    brand: brand.name,
    beneath: [brand.claim, company.name],
  };
}

/** Leaves what its author wrote, above, between and below the quotations. */
export function withoutQuotes(text: string, ours: Ours): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const own = withoutMarked(lines.slice(0, startOfRest(lines, ours)), ours);
  return own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether something stands below the last line of our mail, which has a link of this name. */
export function isAnsweredBelow(text: string): boolean {
  const lines = text.split('\n');
  const end = lines.findLastIndex((line) => lastLine.test(line));
  return end >= 0 && lines.slice(end + 1).some((line) => !isMarked(line) && /[\p{L}\p{N}]/u.test(line));
}

const lastLine = new RegExp(documentLabels.erstinformation, 'i');

const divider = /^\s*(?:-{3,}|_{10,}|-{2,}[^-]+-{2,})\s*$/;
const namedDivider =
  /^\s*-{2,}\s*(?:original|ursprüngliche|forwarded|weitergeleitete)[ -]?(?:message|nachricht|mail)\s*-{2,}\s*$/i;
/** `Von: `, `Envoyé : `, `*Temat:* ` */
const label = /^[*\s]*\p{L}[\p{L}\p{M} ./-]{0,24}\*?\s?(?:：|:\*?(?:\s|$))/u;
const time = /(?<![\d.])\d{1,2}[:.]\d{2}(?![.\d])/;

/** From where on everything is the original: its header, or a line that says who wrote it when, without marks below. */
function startOfRest(lines: readonly string[], ours: Ours): number {
  // an answer may stand below or amid what is marked
  const lastOurs = lines.findLastIndex(
    (line) => !isMarked(line) && ours.beneath.some((words) => line.includes(words)),
  );
  const isStart = (line: string, index: number) =>
    namedDivider.test(line) ||
    (label.test(line) && isHeaderAt(lines, index, ours)) ||
    isRestIntroducedAt(lines, index, ours) ||
    (index < lastOurs && !isMarked(line) && isFirstOfOurs(line, ours));
  const start = lines.findIndex(isStart);
  return start < 0 ? lines.length : beforeDivider(lines, start);
}

/** Without an address, the line is a sentence unless it is the last one. */
function isRestIntroducedAt(lines: readonly string[], index: number, ours: Ours): boolean {
  const length = introductionAt(lines, index, (said) => isDated(said) || introducesUs(said, ours));
  if (length === null) return false;
  const next = nextSeen(lines, index + length);
  if (next === undefined) return true;
  return !isMarked(next) && lines.slice(index, index + length).some((line) => line.includes('@'));
}

/** At least three fields in a row that name us, or who wrote it and about what; the first says who or when. */
function isHeaderAt(lines: readonly string[], from: number, ours: Ours): boolean {
  const near = lines.slice(from, from + 8);
  const end = near.indexOf('');
  const block = near.slice(0, end < 0 ? near.length : end).filter((line) => label.test(line));
  const [first = ''] = block;
  if (block.length < 3) return false;
  const said = block.join('\n');
  if (usualFirst.test(first) && /^[*\s]*(?:betreff|subject)\W/im.test(said)) return true;
  const isFirst = names(first, ours) || first.includes(ours.brand) || time.test(first);
  return isFirst && (names(said, ours) || (said.includes(ours.brand) && time.test(said)));
}

const usualFirst = /^[*\s]*(?:von|from|gesendet|sent|datum|date)\W/i;

function names(said: string, { addresses }: Ours): boolean {
  const folded = said.toLowerCase();
  return addresses.some((address) => folded.includes(address));
}

/** Also with what stands beside it, as the name of the picture. */
function isFirstOfOurs(line: string, { brand, beneath }: Ours): boolean {
  const [before, after, ...more] = line.split(brand);
  if (after === undefined || more.length > 0 || /[\p{L}\p{N}]/u.test(before ?? '')) return false;
  const rest = after.trim();
  return rest === '' || /^[[<|]/.test(rest) || beneath.some((words) => rest.startsWith(words));
}

function beforeDivider(lines: readonly string[], index: number): number {
  let start = index;
  while (start > 0 && (lines[start - 1]?.trim() === '' || divider.test(lines[start - 1] ?? ''))) start -= 1;
  return start;
}

const longestIntroduction = 400;
const wrote = /\b(?:schrieb|geschrieben|wrote|escribió|a écrit)\b[^\n]*:$/i;
/** With a day and a time, as no sentence of a person. */
const isDated = (said: string) => wrote.test(said) && time.test(said) && /\d{1,2}\D{1,12}\d{2,4}/.test(said);
const introducesUs = (said: string, ours: Ours) => said.endsWith(':') && names(said, ours);

/** How many lines from here say who wrote what follows; null: they do not. Programs break long ones. */
function introductionAt(lines: readonly string[], index: number, fits: (said: string) => boolean) {
  let said = '';
  for (let length = 1; length <= 4; length += 1) {
    const line = lines[index + length - 1] ?? '';
    if (line.trim() === '' || isMarked(line)) return null;
    if (length === 2 && !beginsIntroduction(said)) return null;
    said = `${said} ${line.trim()}`.trim();
    if (said.length > longestIntroduction) return null;
    if (said.endsWith(':') && fits(said)) return length;
  }
  return null;
}

function beginsIntroduction(line: string): boolean {
  return /^\s*(?:am|on|il|le|el)\s/i.test(line) || /<[^>]*$|@/.test(line) || time.test(line);
}

function isMarked(line: string | undefined): boolean {
  return /^\s?>/.test(line ?? '');
}

function nextSeen(lines: readonly string[], from: number): string | undefined {
  return lines.slice(from).find((line) => line.trim() !== '');
}

/** Without lines that begin with `>`, and what introduces them. A single one amid a paragraph is a sentence. */
function withoutMarked(lines: readonly string[], ours: Ours): string[] {
  const own: string[] = [];
  let isIntroduced = false;
  for (let index = 0; index < lines.length; ) {
    const length = introductionAt(lines, index, (said) => wrote.test(said) || introducesUs(said, ours));
    if (length !== null && isMarked(nextSeen(lines, index + length))) {
      isIntroduced = true;
      index += length;
      continue;
    }
    own.push(lines[index] ?? '');
    index += 1;
  }
  const [first = -1, ...others] = own.flatMap((line, index) => (isMarked(line) ? [index] : []));
  const isAmidParagraph = Boolean(own[first - 1] && own[first + 1]);
  if (!isIntroduced && others.length === 0 && isAmidParagraph) return own;
  return own.filter((line) => !isMarked(line));
}
