export type Actor = { id: string; username: string };

/** Who acts without an account, as the audit log, a history or a list names them. No account may be called so. */
export const productActors = {
  person: 'Betroffene Person',
  applicant: 'Die antragstellende Person',
  restore: 'Wiederherstellung',
  delivery: 'E-Mail-Versand',
  system: 'System',
  /** Beside versions of the tariffs that came with the product. */
  product: 'Sattelfest',
  nobody: 'nicht angemeldet',
} as const;

// no account has these ids, because those are UUIDs, or these names

export const thePersonConcerned: Actor = { id: 'person', username: productActors.person };

export const theDelivery: Actor = { id: 'delivery', username: productActors.delivery };

export const theRestore: Actor = { id: 'restore', username: productActors.restore };

/** What a job does that nobody asked for. */
export const theSystem: Actor = { id: 'system', username: productActors.system };
