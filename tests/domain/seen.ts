/** What of a text is seen: for tests that send any text and compare it with what was stored. */
export function seen(text: string): string {
  return text
    .replaceAll('\u2800', ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
}
