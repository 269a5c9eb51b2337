/** All administrators are told what one of them does to another account. */
import { administratorAddresses } from '#db/audit/alerts';
import type { OnAct } from '#db/audit/record';
import { addressKey } from '#domain/text/addresses';
import type { Context } from '../../../context';
import { queueMails } from '../../../mail/queue';

/**
 * Queues the mails about an act, in its transaction: to the operator and to each administrator that has an address. Call
 * `wakeMail` after the commit.
 */
export function tellAdministrators(context: Context): OnAct {
  return async (tx, { auditId, account }) => {
    const addresses = [context.operator.mail.internalTo, ...(await administratorAddresses(tx))];
    // two spellings of one address are one mailbox
    const to = new Map(addresses.map((address) => [addressKey(address), { name: '', address }])).values();
    await queueMails(context, tx, 'alert_raised', { auditId, account: account.username }, { to: [...to] });
  };
}
