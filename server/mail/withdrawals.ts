import { loadApplication } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { findWithdrawal } from '#db/withdrawals/withdrawals';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { receiptToken } from '../keyed-hash';
import { commonTo, type Needs, type Reader } from './common';

export async function declaredWithdrawal(context: Needs, reader: Reader, { withdrawalId }: OutboxMail) {
  const withdrawal = await findWithdrawal(reader, withdrawalId ?? '');
  if (!withdrawal) return null;
  const { id, name, email, contract, applicationId, match } = withdrawal;
  const receivedAt = isoOf(withdrawal.receivedAt);
  const receipt = { id, name, email, contract, receivedAt };
  const token = receiptToken(context.config, id);
  return { props: { ...commonTo(context), receipt, applicationId, match, token } };
}

/** For the contact of the application, unless it is the address from which the withdrawal came. */
export async function matchedApplication(
  context: Needs,
  reader: Reader,
  { withdrawalId, applicationId }: OutboxMail,
) {
  const withdrawal = await findWithdrawal(reader, withdrawalId ?? '');
  const loaded = await loadApplication(reader, null, applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  if (!withdrawal || !contact || isSameAddress(contact.email, withdrawal.email)) return null;
  const props = {
    ...commonTo(context),
    applicationId: contact.applicationId,
    suggested: withdrawal.match === 'suggested',
    receivedAt: isoOf(withdrawal.receivedAt),
  };
  return { props };
}
