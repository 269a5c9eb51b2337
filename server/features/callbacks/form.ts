import type { CallbackEntries } from '#domain/callbacks/request';
import type { IslandProps } from '#web/islands/Island.tsx';
import { textIn } from '../../http/body';

export type RefusedForm = Omit<IslandProps['callback'], 'sent' | 'serviceHours'> & { status: number };

/** The body that the same form would send as JSON; a missing field is empty. A ticked box is posted as `on`. */
export function entriesOf(body: unknown): CallbackEntries & { dataProcessingConsent: boolean } {
  const text = (name: string) => textIn(body, name);
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    preferredTime: text('preferredTime'),
    dataProcessingConsent: text('dataProcessingConsent') === 'on',
  };
}
