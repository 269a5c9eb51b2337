import { productActors } from './usernames';

export type Actor = { id: string; username: string };

// no account has these ids, because those are UUIDs, or these names

export const thePersonConcerned: Actor = { id: 'person', username: productActors.person };

export const theDelivery: Actor = { id: 'delivery', username: productActors.delivery };

export const theRestore: Actor = { id: 'restore', username: productActors.restore };

/** What a job does that nobody asked for. */
export const theSystem: Actor = { id: 'system', username: productActors.system };
