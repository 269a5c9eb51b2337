/** A text as searches compare it: without case, accents and the sharp s, as callers spell names. */
export function fold(text: string): string {
  // most of a long list is plain, and this takes a third of the time
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is plain
const plain = /^[\u0000-\u007f]*$/;
