/**
 * A text without its UUIDs. One of them may contain any few digits of a phone number or an account by chance, so a
 * search for these would fail now and then.
 */
export function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'UUID');
}
