/** Who acts without an account. No account has these ids, because those are UUIDs, or these names. */
import { productActors } from '#domain/accounts/usernames';
import type { Actor } from './record';

/** Somebody who erases their own data. */
export const thePersonConcerned: Actor = { id: 'person', username: productActors.person };

/** What delivers mails. */
export const theDelivery: Actor = { id: 'delivery', username: productActors.delivery };

export const theRestore: Actor = { id: 'restore', username: productActors.restore };
