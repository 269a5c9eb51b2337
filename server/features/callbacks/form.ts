/** The callback form as a browser without JavaScript posts it. */
import type { CallbackEntries } from '#domain/callback';
import type { IslandProps } from '#web/islands/names';
import { textIn } from '../../http/body';

/** A refused form as the page shows it again, and the status of that page. */
export type RefusedForm = Omit<IslandProps['callback'], 'sent' | 'serviceHours'> & { status: number };

/** The text fields of a posted form; a missing field is empty. */
export function entriesOf(body: unknown): CallbackEntries {
  const text = (name: string) => textIn(body, name);
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    preferredTime: text('preferredTime'),
  };
}

/** The body that the same form would send as JSON. A ticked box is posted as `on`. */
export function requestOf(body: unknown) {
  return { ...entriesOf(body), dataProcessingConsent: textIn(body, 'dataProcessingConsent') === 'on' };
}
