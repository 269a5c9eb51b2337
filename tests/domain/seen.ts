/** What of a text is seen: for tests that send any text and compare it with what was stored. */
export function seen(text: string): string {
  return text
    .replace(/[\u2800\u{1d159}\u{13441}\u{13442}]/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
}
