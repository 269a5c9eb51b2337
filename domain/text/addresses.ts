/**
 * Addresses in texts. Those of mailboxes are compared: a domain with umlauts is also written in Punycode, and each has one
 * key. Those of our pages are taken out: who has the token of one opens what it opens, and the database keeps only hashes of
 * tokens. Their host does not count, because scanners of mails put our address into one of theirs.
 */

/** The same key for all spellings of an address: capitals, and a domain with umlauts or in Punycode. */
export function addressKey(address: string): string {
  const { local, domain } = partsOf(address);
  return `${local}@${asciiOf(domain) || domain}`;
}

export function isSameAddress(one: string, other: string): boolean {
  return one === other || addressKey(one) === addressKey(other);
}

/** In lower case. */
export function partsOf(address: string): { local: string; domain: string } {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return { local, domain };
}

/** A domain as mail servers know it; empty if it is none. Every browser and server has the tables for it. */
function asciiOf(domain: string): string {
  return /[^\p{L}\p{M}\p{N}.-]/u.test(domain) ? '' : (URL.parse(`http://${domain}`)?.hostname ?? '');
}

const removed = '[Link entfernt]';
/** An HMAC-SHA-256, or 32 random bytes, in base64url. */
export const tokenLength = 43;

/** Of a token whose end was cut off with its text: three letters could be guessed. */
const fewestLeft = 40;

const places =
  'angebot|bestaetigen|confirmations|erinnerungen|fortsetzen|meine-daten|offers|privacy|rueckruf|status|vertrag-widerrufen';
// also in an address within an address, in quoted-printable, Markdown, and with `_` and `-2D` as urldefense.com has it
const place = places.replaceAll('-', '(?:\\\\?-(?:2D)?|%(?:25)*2D|=2D)');
const slash = '(?:[/\\\\]|%(?:25)*2F|=2F|-2F|&#47;|&#x2F;|&sol;)';
const letter = '(?:\\\\?[\\w-]|(?:%(?:25)*|=)(?:2D|5F))';
/** Where a program broke the line, perhaps in a quotation. Bounded, so that many blanks cost nothing. */
const gap = '(?:(?:(?:=20)?=?\\r?\\n|[ \\t\\u00ad\\u200b])[\\s>|]{0,20})?';
const token = new RegExp(
  `(?:${place})(?:${slash}{1,3}(?<sure>${letter}{${fewestLeft},})|(?:${slash}{1,3}|_)${gap}(?:${letter}${gap}){${tokenLength - 1}}${letter}+)` +
    // an address of ours in base64, as Sophos writes it
    `|aHR0c[\\w-]{79,}|(?<![\\w-])[\\w-]{${tokenLength}}(?![\\w-])`,
  'gi',
);
/** Of some 25 in a token, and all kinds of letters. Words have fewer; the id of a row has no capitals. */
const fewestChanges = 12;
const allKinds = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/s;
const change = /[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g;
const outside = /[\s"'<>()[\]{}\\|]/;

export function withoutOwnLinks(text: string): string {
  if (text.length < fewestLeft) return text;
  let result = '';
  let end = 0;
  for (const found of text.matchAll(token)) {
    const [run] = found;
    const isRandom = allKinds.test(run) && (run.match(change)?.length ?? 0) >= fewestChanges;
    const isToken = found.groups?.sure !== undefined || isRandom;
    if (!isToken || found.index < end) continue;
    const start = startOf(text, found.index, end);
    result += text.slice(end, start) + removed;
    end = endOf(text, found.index + run.length);
  }
  return result + text.slice(end);
}

function startOf(text: string, at: number, earliest: number): number {
  let start = at;
  while (start > earliest && !outside.test(text.charAt(start - 1))) start -= 1;
  const scheme = text.slice(start, at).search(/http/i);
  return start + Math.max(scheme, 0);
}

/** A full stop or the like at its end belongs to the sentence. */
function endOf(text: string, at: number): number {
  let end = at;
  while (end < text.length && !outside.test(text.charAt(end))) end += 1;
  while (end > at && /[.,:;!?*_~…]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}
