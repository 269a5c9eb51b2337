/** Who acts. */
import { productActors } from './usernames';

export type Actor = { id: string; username: string };

// no account has these ids, because those are UUIDs, or these names

/** Somebody who erases their own data. */
export const thePersonConcerned: Actor = { id: 'person', username: productActors.person };

/** What delivers mails. */
export const theDelivery: Actor = { id: 'delivery', username: productActors.delivery };

export const theRestore: Actor = { id: 'restore', username: productActors.restore };
