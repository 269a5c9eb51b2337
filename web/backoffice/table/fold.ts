/** A text in the form that searches compare: lower case, without accents, `ß` as `ss`. */
export function fold(text: string): string {
  // most texts are ASCII, and this takes a third of the time
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\u0000-\u007f]*$/;
