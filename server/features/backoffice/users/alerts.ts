/** All administrators are told what one of them does to another account. */
import { administratorAddresses } from '#db/audit/alerts';
import type { OnAct } from '#db/audit/record';
import type { StaffRecord } from '#db/staff/sessions';
import type { ActKind } from '#domain/audit/alerts';
import { addressKey } from '#domain/text/addresses';
import type { Context } from '../../../context';
import { queueAlert } from '../../../mail/alerts';

/**
 * Queues the mails about an act, in its transaction: to the operator and to each administrator that has an address. Call
 * `wakeMail` after the commit.
 */
export function tellAdministrators(context: Context, kind: ActKind, { username }: StaffRecord): OnAct {
  return async (tx, { auditId, account }) => {
    const addresses = [context.operator.mail.internalTo, ...(await administratorAddresses(tx))];
    // two spellings of one address are one mailbox
    const to = new Map(addresses.map((address) => [addressKey(address), address])).values();
    const alert = { auditId, kind, username, subjectId: account.id, at: context.now() };
    await queueAlert(context, tx, { ...alert, account: account.username }, [...to]);
  };
}
