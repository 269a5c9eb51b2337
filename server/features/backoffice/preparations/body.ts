import { readableAddress } from '#db/addresses';
import { checkPreparation, type NewPreparation, newPreparation } from '#domain/preparations/preparations';
import { checkedBy } from '../../../http/schema';

/** Whatever else a body contains, such as consents or bank data, is ignored. */
export function preparationBody(today: () => string) {
  return checkedBy(newPreparation(today()), (input) => {
    const checked = checkPreparation(today(), input);
    return checked.ok ? { ok: true, value: readable(checked.value) } : checked;
  });
}

/** With addresses as people read them, and without groups in which nothing is given. */
function readable({ contact, horse, policyholder, ...others }: NewPreparation): NewPreparation {
  const email = policyholder?.email && { email: readableAddress(policyholder.email) };
  return {
    ...others,
    contact: { ...contact, email: readableAddress(contact.email) },
    ...(isAny(horse) && { horse }),
    ...(isAny(policyholder) && { policyholder: { ...policyholder, ...email } }),
  };
}

function isAny(values: object | undefined): boolean {
  return Object.keys(values ?? {}).length > 0;
}
