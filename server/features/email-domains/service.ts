import { readableAddress } from '#db/addresses';
import type { EmailDomain } from '#domain/mails/email-domains';
import { suggestionFor } from '#domain/mails/typed-domains';
import { isEmail } from '#domain/people';
import { addressKey, partsOf } from '#domain/text/addresses';
import type { Context } from '../../context';
import { refusals } from '../../refusal';
import { createReceivers } from './receivers';

/** The function returned throws a Refusal 422 for what is no domain. */
export function createLookup(context: Pick<Context, 'dns' | 'uptime'>) {
  const receives = createReceivers(context);
  return async (typed: string): Promise<EmailDomain> => {
    // without a dot it is a name of the inside, as it is with this ending
    const address = `x@${typed.includes('.') ? typed : `${typed}.local`}`;
    if (!isEmail(address)) throw refusals.invalid([{ path: 'domain', message: 'Das ist keine Domain' }]);
    const taken = await receives(partsOf(addressKey(address)).domain);
    const { domain } = partsOf(readableAddress(address));
    return { suggestion: suggestionFor(domain, taken), receives: taken };
  };
}
