/** Fills in the place of a German postal code, or offers those that have it. What somebody typed stays. */
import { isPostalCode, type Places, postalCodeHint, typedCode } from '#domain/hints/postal-codes';
import type { api } from '#domain/urls';
import { ask } from './ask';
import { prepare, put, say, sentence } from './region';

// a type, because all addresses would come with the value
const path: (typeof api)['places'] = '/api/places/:zipCode';

/** What a code was when its field was left. */
const left = new WeakMap<HTMLInputElement, string>();
/** The code whose places were offered in a field: each is offered once, so that a field stays empty if it is emptied. */
const offered = new WeakMap<HTMLInputElement, string>();
/** What stands in a field because of that, until somebody types there. */
const filled = new WeakMap<HTMLInputElement, string>();
/** The code beside which somebody changed a field: nothing is filled in there, not even if it was emptied. */
const changed = new WeakMap<HTMLInputElement, string>();

export async function lookAtPostalCode(field: HTMLInputElement, city: HTMLInputElement): Promise<void> {
  const code = typedCode(field.value);
  const isLeft = field !== document.activeElement;
  if (isLeft) left.set(field, code);
  const isForeign = left.get(field) === code && code !== '' && !isPostalCode(code);
  for (const one of [field, city]) prepare(one);
  say(field, isForeign ? [sentence(postalCodeHint.foreign)] : []);
  if (!isPostalCode(code)) return isLeft ? offer(city, code, []) : undefined;
  const answer = await ask<Places>(path, code);
  // it has changed meanwhile
  if (typedCode(field.value) !== code || offered.get(city) === code) return;
  offer(city, code, answer?.places ?? []);
  // asked again when one of both is entered
  if (!answer) offered.delete(city);
}

/** The place was entered or left, or `isChanged`. */
export function lookAtPlace(zipCode: HTMLInputElement, city: HTMLInputElement, isChanged: boolean) {
  if (city.value !== filled.get(city)) {
    filled.delete(city);
    if (isChanged) changed.set(city, typedCode(zipCode.value));
  }
  if (city.value !== '') say(city, []);
  void lookAtPostalCode(zipCode, city);
}

function offer(city: HTMLInputElement, code: string, places: string[]) {
  offered.set(city, code);
  const isSeveral = places.length > 1;
  choose(city, isSeveral ? places : []);
  const former = filled.get(city);
  if (city.value !== (former ?? '') || changed.get(city) === code) return;
  const isStill = former !== undefined && places.includes(former);
  const place = isStill ? former : isSeveral ? '' : (places[0] ?? '');
  filled.set(city, place);
  if (place !== city.value) put(city, place);
  say(city, isSeveral && !place ? [sentence(postalCodeHint.several)] : []);
  // what is typed next replaces it
  if (place && city === document.activeElement) city.select();
}

function choose(city: HTMLInputElement, places: string[]) {
  const id = `${city.id}-places`;
  document.getElementById(id)?.remove();
  if (places.length === 0) return city.removeAttribute('list');
  const list = document.createElement('datalist');
  list.id = id;
  list.append(...places.map((place) => new Option(place)));
  city.after(list);
  city.setAttribute('list', id);
}
