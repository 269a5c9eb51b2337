import { type AskedCase, findAsked } from '#db/cases/public';
import type { Reader } from '#db/client';
import { invalidLinkTitle } from '#domain/access-links';
import type { ConfirmationAnswer } from '#domain/cases/confirmation';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { refusals } from '../../refusal';

/** Null for a link that opens nothing: like a status link, it does not open what is to be erased. */
export async function findAskedBy(
  { links }: Context,
  token: string,
  reader: Reader,
): Promise<AskedCase | null> {
  const link = await links.find('confirm', token, reader);
  const asked = link?.applicationId ? await findAsked(reader, link.applicationId) : null;
  return asked && asked.confirmation !== null && asked.restrictedAt === null ? asked : null;
}

export const invalidLink = () => refusals.notFound(invalidLinkTitle);

export function answerOf({ confirmation, confirmedAt }: AskedCase): ConfirmationAnswer {
  return { confirmed: confirmation === 'open' ? null : confirmation === 'confirmed', at: isoOf(confirmedAt) };
}
