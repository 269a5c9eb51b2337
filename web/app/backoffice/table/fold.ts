/** A text as searches compare it: without case, accents and the sharp s, as callers spell names. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}
