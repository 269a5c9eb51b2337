/** The tokens of the links in mails: computed anew whenever a mail is written, so that nothing stored opens a page. */
import { createHash, createHmac } from 'node:crypto';
import { addLink, findLinked } from '#db/access-links';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { personKeyOf } from '#db/evidence';
import type { OutboxMail } from '#db/mails/outbox';
import type { Stop } from '#db/mails/stops';
import { addPrivacyLink } from '#db/privacy/links';
import { readLinkKey } from '#db/sealed-keys';
import { type LinkKind, linkDays } from '#domain/access-links';
import { privacyLinkMinutes } from '#domain/law/privacy';

const day = 24 * 3_600_000;

export type AccessLinks = ReturnType<typeof createAccessLinks>;
/** `expiresAt` in milliseconds since 1970. */
export type Link = { token: string; expiresAt: number };

/** `now` in milliseconds since 1970. */
type Needs = { db: Database; cipher: FieldCipher; now: () => number };

type LinkedMail = Pick<OutboxMail, 'applicationId' | 'createdAt' | 'recipientEmail'>;

export function createAccessLinks({ db, cipher, now }: Needs) {
  async function tokenOf(about: string): Promise<string> {
    const key = await readLinkKey(db.read, cipher);
    if (!key) throw new Error('There is no key for a link.');
    return createHmac('sha256', key).update(about).digest('base64url');
  }

  async function find(kind: LinkKind, token: string) {
    if (!isToken(token)) return null;
    // not from a replica, which may not have the link of a mail that has just been sent
    return await findLinked(db.shared ?? db.read, { hash: hashOf(token), kind, now: now() });
  }
  return {
    /**
     * The link in a mail about an application. Each mail has its own, the same at every attempt to send it. It works as
     * soon as this resolves, so that no mail leaves with a link that does not.
     *
     * @throws if `DATA_KEY` does not open the key: the mail waits until the operator has put that right
     */
    async linkFor(kind: LinkKind, mail: LinkedMail): Promise<Link> {
      const { applicationId, createdAt, recipientEmail } = mail;
      if (applicationId === null) throw new Error('A link needs an application.');
      const expiresAt = createdAt + linkDays[kind] * day;
      const token = await tokenOf(`${kind}\0${applicationId}\0${expiresAt}`);
      const personKey = kind === 'stop' ? await personKeyOf(db.read, cipher, recipientEmail) : null;
      await addLink(db, { hash: hashOf(token), applicationId, kind, personKey, expiresAt });
      return { token, expiresAt };
    },
    /** The application that a token opens; null: unknown, expired, or of another kind. Opening uses nothing up. */
    async applicationOf(kind: Exclude<LinkKind, 'stop'>, token: string): Promise<string | null> {
      return (await find(kind, token))?.applicationId ?? null;
    },
    /** The link in a mail to what is stored about its address, again the same at every attempt. */
    async privacyLinkFor({ id, createdAt, recipientEmail: address }: OutboxMail): Promise<Link> {
      const expiresAt = createdAt + privacyLinkMinutes * 60_000;
      const token = await tokenOf(`privacy\0${id}\0${expiresAt}`);
      await addPrivacyLink(db, { hash: hashOf(token), address, expiresAt });
      return { token, expiresAt };
    },
    /** Whose reminders a token stops; null as above. */
    async stopOf(token: string): Promise<Stop | null> {
      const found = await find('stop', token);
      return found?.personKey ? { ...found, personKey: found.personKey } : null;
    },
  };
}

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
