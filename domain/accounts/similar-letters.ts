/** Letters and digits that readers take for others: a small part of the table of Unicode (UTS 39), in lower case. */

/** Dotless letters, small capitals, and letters of other alphabets that look the same in most typefaces. */
const sameLook: Record<string, string> = {
  a: 'ɑᴀаα',
  b: 'ʙвβ',
  c: 'ᴄс',
  d: 'ᴅԁ',
  e: 'ᴇе',
  f: 'ꜰ',
  g: 'ɡɢց',
  h: 'ʜһн',
  j: 'ȷᴊјϳ',
  k: 'ᴋкκĸ',
  // a capital I and a small l are the same, and case is ignored
  l: 'iıɪɩιіʟӏǀ|1',
  m: 'ᴍм',
  n: 'ɴոη',
  o: 'ᴏоοօσ0',
  p: 'ᴘрρ',
  q: 'ԛ',
  r: 'ʀг',
  s: 'ꜱѕƨ',
  t: 'ᴛтτ',
  u: 'ᴜυս',
  v: 'ᴠνѵ',
  w: 'ᴡѡԝ',
  x: 'хχ',
  y: 'ʏуγү',
  z: 'ᴢ',
};
/** What is read as a letter though it looks different. */
const sameReading: Record<string, string> = {
  a: '4@',
  b: '8',
  d: 'đ',
  e: '3€əɛεє',
  g: '9',
  h: 'ħ',
  l: 'ł!',
  o: 'ø',
  s: '5$',
  t: '7ŧ',
  z: '2',
};

const lookOfSign = signsOf(sameLook);
const readingOfSign = signsOf(sameReading);

/** One spelling for all texts in lower case that look the same. */
export function withoutSimilar(text: string): string {
  return replaced(text, lookOfSign).replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** One spelling for all that are read the same: also without accents, and with digits in place of letters. */
export function asRead(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  return withoutSimilar(replaced(bare, readingOfSign));
}

function signsOf(letters: Record<string, string>) {
  return new Map(
    Object.entries(letters).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
  );
}

function replaced(text: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(text, (sign) => letters.get(sign) ?? sign).join('');
}
