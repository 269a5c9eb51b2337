/** The tokens of the links in mails: computed anew whenever a mail is written, so that nothing stored opens a page. */
import { createHash, createHmac } from 'node:crypto';
import { addLink, findLinked } from '#db/access-links';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import type { OutboxMail } from '#db/mails/outbox';
import { readLinkKey } from '#db/sealed-keys';
import { type LinkKind, linkDays } from '#domain/access-links';

const day = 24 * 3_600_000;

export type AccessLinks = ReturnType<typeof createAccessLinks>;
/** `expiresAt` in milliseconds since 1970. */
export type Link = { token: string; expiresAt: number };

/** `now` in milliseconds since 1970. */
type Needs = { db: Database; cipher: FieldCipher; now: () => number };

export function createAccessLinks({ db, cipher, now }: Needs) {
  return {
    /**
     * The link in a mail about an application. Each mail has its own, the same at every attempt to send it. It works as
     * soon as this resolves, so that no mail leaves with a link that does not.
     *
     * @throws if `DATA_KEY` does not open the key: the mail waits until the operator has put that right
     */
    async linkFor(kind: LinkKind, mail: Pick<OutboxMail, 'applicationId' | 'createdAt'>): Promise<Link> {
      const { applicationId, createdAt } = mail;
      const key = await readLinkKey(db.read, cipher);
      if (!key || applicationId === null) throw new Error('There is no key or no application for a link.');
      const expiresAt = createdAt + linkDays[kind] * day;
      const about = `${kind}\0${applicationId}\0${expiresAt}`;
      const token = createHmac('sha256', key).update(about).digest('base64url');
      await addLink(db, { hash: hashOf(token), applicationId, kind, expiresAt });
      return { token, expiresAt };
    },
    /** The application that a token opens; null: unknown, expired, or of another kind. Opening uses nothing up. */
    async applicationOf(kind: LinkKind, token: string): Promise<string | null> {
      if (!/^[\w-]{43}$/.test(token)) return null;
      // not from a replica, which may not have the link of a mail that has just been sent
      return await findLinked(db.shared ?? db.read, { hash: hashOf(token), kind, now: now() });
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
