/** Callback requests in the list: their states, how many of each, and which a search finds. */
import type { Callback } from '../../../../domain/backoffice';
import type { CallbackState } from '../search';
import { fold } from '../table/fold';

export const stateLabels: Record<CallbackState, string> = {
  pending: 'Ausstehend',
  processed: 'Bearbeitet',
};

export function stateOf({ processed }: Pick<Callback, 'processed'>): CallbackState {
  return processed ? 'processed' : 'pending';
}

/** `3 ausstehend • 12 bearbeitet`, of all requests. */
export function summaryOf(callbacks: readonly Callback[]): string {
  const processed = callbacks.filter((callback) => callback.processed).length;
  return `${callbacks.length - processed} ausstehend • ${processed} bearbeitet`;
}

/** The requests in which a part of name, phone or e-mail is `query`, in the given state. */
export function findCallbacks(
  callbacks: readonly Callback[],
  query: string,
  state: CallbackState | undefined,
): Callback[] {
  const wanted = fold(query.trim());
  const digits = isNumber(wanted) ? digitsOf(wanted) : '';
  return callbacks.filter((callback) => {
    if (state && stateOf(callback) !== state) return false;
    const { name, phone, email } = callback;
    const found = [name, phone, email ?? ''].some((text) => fold(text).includes(wanted));
    // numbers are written in as many ways as there are people
    return found || (digits !== '' && [phone, abroad(phone)].some((one) => digitsOf(one).includes(digits)));
  });
}

/** Address that dials a number. */
export function phoneHref(phone: string): string {
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digitsOf(abroad(phone))}`;
}

/** The zero in brackets behind a country's code is dialled at home only. */
function abroad(phone: string): string {
  return phone.trim().startsWith('+') ? phone.replace('(0)', '') : phone;
}

/** Address that opens a mail to `email`; what would begin its subject or text stays a part of it. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace(/%40/g, '@').replace(/%2B/g, '+')}`;
}

function isNumber(text: string): boolean {
  return /^[+()\d\s/-]+$/.test(text);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
