/** The tokens of the links in mails. They are computed for each mail and not stored, so nothing stored opens a page. */

import { createHmac, randomBytes } from 'node:crypto';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { personKeyOf } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { addLink, findLinked, isResumedBy } from '#db/links/access';
import { addPrivacyLink } from '#db/links/privacy';
import type { OutboxMail } from '#db/mails/outbox';
import { addStopLink, findStop, type Stop } from '#db/mails/stops';
import { readLinkKey } from '#db/sealed-keys';
import { type LinkKind, linkDays, stopLinkDays } from '#domain/access-links';
import { privacyLinkMinutes } from '#domain/law/privacy';
import { dayMs, minuteMs } from '#domain/time';

export type AccessLinks = ReturnType<typeof createAccessLinks>;
/** `expiresAt` in milliseconds since 1970. */
type Link = { token: string; expiresAt: number };

/** `now` in milliseconds since 1970. */
type Needs = { db: Database; cipher: FieldCipher; now: () => number };

type LinkedMail = Pick<OutboxMail, 'applicationId' | 'createdAt' | 'recipientEmail'>;

export function createAccessLinks({ db, cipher, now }: Needs) {
  async function tokenOf(about: string): Promise<string> {
    const key = await readLinkKey(db.read, cipher);
    if (!key) throw new Error('There is no key for a link.');
    return createHmac('sha256', key).update(about).digest('base64url');
  }

  // not a replica, which may not have the link of a mail that has just been sent
  const reader = () => db.shared ?? db.read;
  return {
    /**
     * The link in a mail about an application. Each mail has its own, the same at every attempt to send it. It works as
     * soon as this resolves, so that no mail leaves with a link that does not.
     *
     * @throws if `DATA_KEY` does not open the key: the mail waits until the operator has put that right
     */
    async linkFor(kind: LinkKind, mail: LinkedMail): Promise<Link> {
      const { applicationId, createdAt } = mail;
      if (applicationId === null) throw new Error('A link needs an application.');
      const expiresAt = createdAt + linkDays[kind] * dayMs;
      const token = await tokenOf(`${kind}\0${applicationId}\0${expiresAt}`);
      await addLink(db, { hash: sha256Of(token), applicationId, kind, expiresAt, queuedAt: createdAt });
      return { token, expiresAt };
    },
    /** Whether one of these tokens continues an open application. */
    async resumes(applicationId: string, tokens: readonly string[]): Promise<boolean> {
      const hashes = tokens.map((token) => sha256Of(token));
      return hashes.length > 0 && (await isResumedBy(reader(), { applicationId, hashes, now: now() }));
    },
    /** A token that continues an open application and is in no mail. */
    async newResume(applicationId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const link = { hash: sha256Of(token), applicationId, kind: 'resume' as const };
      await addLink(db, { ...link, expiresAt: now() + linkDays.resume * dayMs, queuedAt: Infinity });
      return token;
    },
    /** The link in a reminder that stops all of them. It outlives the application. Throws as above. */
    async stopLinkFor({ applicationId, createdAt, recipientEmail }: LinkedMail): Promise<Link> {
      if (applicationId === null) throw new Error('A reminder needs an application.');
      const expiresAt = createdAt + stopLinkDays * dayMs;
      const token = await tokenOf(`stop\0${applicationId}\0${expiresAt}`);
      const personKey = await personKeyOf(db.read, cipher, recipientEmail);
      if (!personKey) throw new Error('There is no key of the persons.');
      await addStopLink(db, { hash: sha256Of(token), applicationId, personKey, expiresAt });
      return { token, expiresAt };
    },
    /** The application that a token opens; null: unknown, expired, or of another kind. Opening uses nothing up. */
    async applicationOf(kind: LinkKind, token: string): Promise<string | null> {
      return isToken(token) ? await findLinked(reader(), { hash: sha256Of(token), kind, now: now() }) : null;
    },
    /** The link in a mail to what is stored about its address, again the same at every attempt. */
    async privacyLinkFor({ id, createdAt, recipientEmail: address }: OutboxMail): Promise<Link> {
      const expiresAt = createdAt + privacyLinkMinutes * minuteMs;
      const token = await tokenOf(`privacy\0${id}\0${expiresAt}`);
      await addPrivacyLink(db, { hash: sha256Of(token), address, expiresAt });
      return { token, expiresAt };
    },
    /** Whose reminders a token stops; null as above. */
    async stopOf(token: string): Promise<Stop | null> {
      return isToken(token) ? await findStop(reader(), sha256Of(token), now()) : null;
    },
  };
}

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
