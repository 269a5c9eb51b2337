/**
 * Hints for what is typed: none of them refuses anything. Nothing here imports React or what the wizard's first script
 * contains, which would grow by each module that both share.
 */
import { bankLettersHint, hasForeignLetters } from '#domain/hints/bank-letters';
import type { Hinted } from '#domain/hints/fields';
import { lifeNumberKind, lifeNumberKinds } from '#domain/hints/life-numbers';
import { lookAtAddress } from './email';
import { lookAtPlace, lookAtPostalCode } from './postal-code';
import { prepare, say, sentence } from './region';

/** `changed`: pasted, chosen, or filled in by a browser. `typed`: the next letter may follow at once. */
type How = 'visited' | 'changed' | 'typed';
type Look = (field: HTMLInputElement, how: How) => unknown;

const looks: Record<Hinted, Look> = {
  accountHolder: lookAtHolder,
  // the holder is prefilled: most do not enter that field
  iban: (field) => beside(field, 'accountHolder', lookAtHolder),
  chipNumber: lookAtLifeNumber,
  zipCode: (field) => beside(field, 'city', (city) => lookAtPostalCode(field, city)),
  city: (field, how) => beside(field, 'zipCode', (zipCode) => lookAtPlace(zipCode, field, how !== 'visited')),
};

document.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement) look(event.target, isTyping(event) ? 'typed' : 'changed');
});

/** Call it when a field is entered or left. */
export function look(field: HTMLInputElement, how: How): void {
  const [name = ''] = field.name.split('.').slice(-1);
  if (field.type === 'email') lookAtAddress(field);
  else if (Object.hasOwn(looks, name)) looks[name as Hinted](field, how);
}

function isTyping(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  return event.isComposing || event.data?.length === 1 || event.inputType.startsWith('delete');
}

/** The field of that name in the same part of the form. */
function beside(field: HTMLInputElement, name: Hinted, then: (found: HTMLInputElement) => unknown) {
  const found = field.form?.elements.namedItem(field.name.replace(/\w+$/, name));
  if (found instanceof HTMLInputElement) then(found);
}

function lookAtHolder(field: HTMLInputElement) {
  prepare(field);
  say(field, hasForeignLetters(field.value) ? [sentence(bankLettersHint)] : []);
}

function lookAtLifeNumber(field: HTMLInputElement, how: How) {
  prepare(field);
  const kind = lifeNumberKind(field.value);
  // the beginning of each longer number looks like an old one
  if (!kind || (how === 'typed' && kind === 'old')) return say(field, []);
  const name = document.createElement('strong');
  name.textContent = lifeNumberKinds[kind];
  say(field, [sentence('Sieht aus wie eine ', name, '.')]);
}
