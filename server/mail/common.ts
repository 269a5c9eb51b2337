import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database, Transaction } from '#db/client';
import type { Operator } from '#domain/operator/operator';
import type { Common } from '#emails/render.tsx';
import type { AccessLinks } from '../access-links';
import type { Context } from '../context';

export type Needs = Pick<Context, 'operator' | 'publicUrl'> & {
  /** Null: bank data is not read. */
  cipher: FieldCipher | null;
  config: Pick<Context['config'], 'retention' | 'jwtSecret'>;
  links: Pick<AccessLinks, 'linkFor'>;
};
export type Reader = Database['read'] | Transaction;

export function commonTo({ operator, publicUrl }: Pick<Needs, 'operator' | 'publicUrl'>): Common {
  return { operator, publicUrl: publicUrl() };
}

/** Right side of the `Message-ID` of all our mails, by which what comes back is matched. */
export function messageIdHostOf({ mail: { from } }: Pick<Operator, 'mail'>): string {
  return from.split('@')[1] ?? 'localhost';
}
