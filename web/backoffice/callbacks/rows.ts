import type { Callback } from '#domain/callbacks/request';
import { phoneHref } from '#domain/hrefs';
import { keysOf } from '#domain/keys';
import { addressSpellings, spellingsOf } from '#domain/text/folding';
import { anyText, direction, oneOf, searchOf } from '../screen';

export const stateLabels = { pending: 'Ausstehend', processed: 'Bearbeitet' } as const;
type CallbackState = keyof typeof stateLabels;

export const callbacksSearch = searchOf({
  q: anyText,
  status: oneOf(keysOf(stateLabels)),
  source: anyText,
  sort: oneOf<string>(['name', 'phone', 'processed', 'createdAt']),
  dir: direction,
});

export function stateOf({ processed }: Pick<Callback, 'processed'>): CallbackState {
  return processed ? 'processed' : 'pending';
}

/** `3 ausstehend, davon 1 ohne Anruf • 12 bearbeitet`, of all requests. */
export function summaryOf(callbacks: readonly Pick<Callback, 'processed' | 'noCalls'>[]): string {
  const pending = callbacks.filter(({ processed }) => !processed);
  const silent = pending.filter(({ noCalls }) => noCalls).length;
  const of = silent > 0 ? `, davon ${silent} ohne Anruf` : '';
  return `${pending.length} ausstehend${of} • ${callbacks.length - pending.length} bearbeitet`;
}

export function findCallbacks<Row extends Callback>(
  callbacks: readonly Row[],
  { q = '', status, source }: ReturnType<typeof callbacksSearch>,
): Row[] {
  const wanted = spellingsOf(q);
  const digits = wanted.every(isNumber) ? digitsOf(wanted.join()) : '';
  return callbacks.filter((callback) => {
    if (status && stateOf(callback) !== status) return false;
    if (source && callback.source !== source) return false;
    const { id, name, phone, email } = callback;
    if (id.slice(0, 8) === q) return true;
    const texts = [...spellingsOf(name), ...spellingsOf(phone), ...addressSpellings(email ?? '')];
    const found = texts.some((text) => wanted.some((spelling) => text.includes(spelling)));
    // people write phone numbers in many ways, so their digits are compared
    return (
      found ||
      (digits !== '' && [phone, phoneHref(phone) ?? ''].some((one) => digitsOf(one).includes(digits)))
    );
  });
}

function isNumber(text: string): boolean {
  return /^[+()\d\s/-]+$/.test(text);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
