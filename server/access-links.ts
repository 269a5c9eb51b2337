/** The tokens of the links in mails. They are computed for each mail and not stored, so nothing stored opens a page. */

import { createHmac, randomBytes } from 'node:crypto';
import { addLink, findLinks, type StoredLink } from '#db/access-links';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database, Reader } from '#db/client';
import { personKeyOf } from '#db/evidence';
import { sha256Of } from '#db/hash';
import type { About, OutboxMail } from '#db/mails/outbox';
import { subjectKeys } from '#db/schema/mails';
import { readLinkKey } from '#db/sealed-keys';
import { type LinkKind, linkMs } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import { isToken } from './keyed-hash';

export type AccessLinks = ReturnType<typeof createAccessLinks>;
/** `until`: the last day on which it opens something, `YYYY-MM-DD`. */
type Link = { token: string; until: string };

type Needs = { db: Database; cipher: FieldCipher; now: () => number };

type LinkedMail = Pick<OutboxMail, 'id' | 'createdAt' | 'recipientEmail'> & About;

function subjectOf(mail: LinkedMail): string | null {
  return subjectKeys.map((key) => mail[key]).find((id) => id) ?? null;
}

export function createAccessLinks({ db, cipher, now }: Needs) {
  async function tokenOf(about: string): Promise<string> {
    const key = await readLinkKey(db.read, cipher);
    if (!key) throw new Error('There is no key for a link.');
    return createHmac('sha256', key).update(about).digest('base64url');
  }

  async function rowOf(kind: LinkKind, mail: LinkedMail) {
    if (kind === 'privacy') return { subject: mail.recipientEmail };
    const about = subjectOf(mail);
    if (about === null) throw new Error('A link needs something that it is about.');
    if (kind !== 'stop') return mail.applicationId ? { applicationId: about } : { subject: about };
    const subject = await personKeyOf(db.read, cipher, mail.recipientEmail);
    if (!subject) throw new Error('There is no key of the persons.');
    return { subject, about };
  }

  return {
    /** The same at every attempt. @throws if `DATA_KEY` does not open the key: the mail waits until it does */
    async linkFor(kind: LinkKind, mail: LinkedMail): Promise<Link> {
      const row = await rowOf(kind, mail);
      const expiresAt = mail.createdAt + linkMs(kind);
      // mails that were sent have their token, so that nothing of this may change
      const token = await tokenOf(`${kind}\0${kind === 'privacy' ? mail.id : subjectOf(mail)}\0${expiresAt}`);
      await addLink(db, { ...row, hash: sha256Of(token), kind, expiresAt, queuedAt: mail.createdAt });
      return { token, until: berlinDay(new Date(expiresAt)) };
    },
    async resumes(applicationId: string, tokens: readonly string[]): Promise<boolean> {
      const hashes = tokens.map((token) => sha256Of(token));
      const found = await findLinks(db.fresh, { hashes, kind: 'resume', now: now() });
      return found.some((link) => link.applicationId === applicationId);
    },
    /** A token that continues an open application and is in no mail. */
    async newResume(applicationId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const link = { hash: sha256Of(token), applicationId, kind: 'resume' as const };
      await addLink(db, { ...link, expiresAt: now() + linkMs('resume'), queuedAt: Infinity });
      return token;
    },
    /** What a token opens; null: unknown, expired, or of another kind. Opening uses nothing up. */
    async find(kind: LinkKind, token: string, from: Reader = db.fresh): Promise<StoredLink | null> {
      const hashes = isToken(token) ? [sha256Of(token)] : [];
      const [found] = await findLinks(from, { hashes, kind, now: now() });
      return found ?? null;
    },
    async applicationOf(kind: 'resume' | 'status' | 'confirm', token: string): Promise<string | null> {
      return (await this.find(kind, token))?.applicationId ?? null;
    },
  };
}
