import type { Reader } from '#db/client';
import { findMail } from '#db/mails/log';
import { mostWrongBirthDates } from '#domain/privacy/own-data';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { inEvenTime } from '../../http/even';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { readStored, type SeenData, seenByLink } from './own-data';

type Asked = { address: string; network: string; sending: SendingId };

/** Looks nothing up, so that known and unknown addresses take the same time. */
export async function requestPrivacyLink(
  context: Context,
  { address, network, sending }: Asked,
): Promise<void> {
  const sent = sendingOf<string>(context, sending, [address]);
  const send = () =>
    perform(context, null, async ({ tx, mail }) => {
      const before = await sent.known(tx);
      // an erasure has ended the link, and deleted its mail
      if (before !== null && (await findMail(tx, before))) return;
      const to = [{ name: '', address }];
      const [queued] = await mail('privacy_link_requested', {}, { network, to });
      if (queued) await sent.note(tx, queued.id);
    });
  // in even time: an address at its limit has asked before
  await inEvenTime(context, send);
}

type PrivacyLink = { hash: string; address: string };

/** The address that a token opens; null: unknown, spent, expired, or ended by wrong birth dates. */
export async function openPrivacyLink(
  { links }: Context,
  token: string,
  reader?: Reader,
): Promise<PrivacyLink | null> {
  const link = await links.find('privacy', token, reader);
  return link && link.wrong < mostWrongBirthDates ? { hash: link.hash, address: link.subject } : null;
}

export async function readOwnData(context: Context, address: string): Promise<SeenData> {
  return seenByLink(await readStored(context, address));
}
