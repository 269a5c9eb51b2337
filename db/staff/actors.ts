/** Who acts without an account. No account has these ids, because those are UUIDs. */
import type { Actor } from './audit';

/** Somebody who erases their own data. */
export const thePersonConcerned: Actor = { id: 'person', username: 'Betroffene Person' };

export const theRestore: Actor = { id: 'restore', username: 'Wiederherstellung' };
