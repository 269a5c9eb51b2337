/** Ids of the demo data. */

/** What a row is: an application, a data set, a mail, a callback request. */
type Kind = 'a' | 'b' | 'c' | 'd';

/** The same index is the same row: seeding twice adds nothing. */
export function idOf(kind: Kind, index: number): string {
  return `5a77e1fe-${kind}000-4000-8000-${String(index).padStart(12, '0')}`;
}
