/** Takes out of an answer what it quotes, in the ways of the usual mail programs. */

/** Leaves what its author wrote, above, between and below the quotations. */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const own = withoutMarked(lines.slice(0, startOfRest(lines)));
  return own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const divider = /^\s*(?:-{3,}|_{10,})\s*$/;
const namedDivider =
  /^\s*-{2,}\s*(?:original message|ursprüngliche nachricht|original-?nachricht|original ?mail|forwarded message|weitergeleitete nachricht)\s*-{2,}\s*$/i;
const field =
  /^[*\s]*(von|from|gesendet|sent|datum|date|an|to|cc|kopie|betreff|subject|antwort an|reply-to)\s*:\*?\s/i;

/** From where on everything is the original: its header, or a line that says who wrote it when, without marks below. */
function startOfRest(lines: readonly string[]): number {
  const isStart = (line: string, index: number) =>
    namedDivider.test(line) ||
    (field.test(line) && isHeaderAt(lines, index)) ||
    isRestIntroducedAt(lines, index);
  const start = lines.findIndex(isStart);
  return start < 0 ? lines.length : beforeDivider(lines, start);
}

/** Without an address, the line is a sentence unless it is the last one. */
function isRestIntroducedAt(lines: readonly string[], index: number): boolean {
  const length = introductionAt(lines, index, dated);
  if (length === null) return false;
  const next = nextSeen(lines, index + length);
  if (next === undefined) return true;
  return !isMarked(next) && lines.slice(index, index + length).some((line) => line.includes('@'));
}

/** At least three fields, among them who wrote it, and when or about what. */
function isHeaderAt(lines: readonly string[], from: number): boolean {
  const names = new Set<string>();
  for (const line of lines.slice(from, from + 8)) {
    const name = field.exec(line)?.[1];
    if (name) names.add(name.toLowerCase());
  }
  const has = (...some: string[]) => some.some((name) => names.has(name));
  return (
    names.size >= 3 && has('von', 'from') && has('gesendet', 'sent', 'datum', 'date', 'betreff', 'subject')
  );
}

function beforeDivider(lines: readonly string[], index: number): number {
  let start = index;
  while (start > 0 && (lines[start - 1]?.trim() === '' || divider.test(lines[start - 1] ?? ''))) start -= 1;
  return start;
}

const longestIntroduction = 400;
const wrote = /\b(?:schrieb|geschrieben|wrote|escribió|a écrit)\b[^\n]*:$/i;
/** With a day and a time, as no sentence of a person. */
const dated = (said: string) =>
  wrote.test(said) && /\d{1,2}[:.]\d{2}/.test(said) && /\d{1,2}\D{1,12}\d{2,4}/.test(said);
const undated = (said: string) => wrote.test(said);

/** How many lines from here say who wrote what follows; null: they do not. Programs break long ones. */
function introductionAt(
  lines: readonly string[],
  index: number,
  fits: (said: string) => boolean,
): number | null {
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
  return /^\s*(?:am|on|il|le|el)\s/i.test(line) || /<[^>]*$|@/.test(line);
}

function isMarked(line: string | undefined): boolean {
  return /^\s?>/.test(line ?? '');
}

function nextSeen(lines: readonly string[], from: number): string | undefined {
  return lines.slice(from).find((line) => line.trim() !== '');
}

/** Without lines that begin with `>`, and what introduces them. A single one amid a paragraph is a sentence. */
function withoutMarked(lines: readonly string[]): string[] {
  const own: string[] = [];
  let isIntroduced = false;
  for (let index = 0; index < lines.length; ) {
    const length = introductionAt(lines, index, undated);
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
