import { defaultSource, phoneSource } from '../fields';
import { fewest, otherSources } from './insights';

/** They name nobody, however rare they are. Empty: none, as of some mails. */
export const ownSources = [defaultSource, phoneSource, otherSources, ''];

const mailbox = /@|\(at\)|\[at\]/i;
const number = /(?:\p{Nd}[^\p{L}\p{Nd}]*){7}/u;

/** Under which name a source is kept for ever. `begun`: so many applications have come from it. */
export function archivedSource(source: string, begun: number): string {
  if (ownSources.includes(source)) return source;
  const folded = source.normalize('NFKC');
  return begun < fewest || mailbox.test(folded) || number.test(folded) ? otherSources : source;
}
