import type { FieldCipher } from '#db/bank-data/cipher';
import type { Common } from '#emails/render.tsx';
import type { AccessLinks } from '../access-links';
import type { Context } from '../context';

export type Needs = Pick<Context, 'operator' | 'publicUrl' | 'now'> & {
  /** Null: bank data is not read. */
  cipher: FieldCipher | null;
  config: Pick<Context['config'], 'retention' | 'jwtSecret' | 'mailIn'>;
  links: Pick<AccessLinks, 'linkFor'>;
};

type Site = Pick<Needs, 'operator'> & { config: Pick<Needs['config'], 'mailIn'> };

export function siteOf({ operator, config: { mailIn } }: Site, publicUrl: string): Common {
  return { operator, publicUrl, repliesRead: mailIn.imapUrl !== null || mailIn.token !== null };
}

export function commonTo(context: Site & Pick<Needs, 'publicUrl'>): Common {
  return siteOf(context, context.publicUrl());
}
