/**
 * Hints for what is typed: none of them refuses anything. Nothing here imports React or what the wizard's first script
 * contains, which would grow by each module that both share.
 */
import type { Hinted } from '#domain/hints/fields';
import {
  bankLettersHint,
  hasForeignLetters,
  isPostalCode,
  lifeNumberKind,
  lifeNumberKinds,
  type Places,
  postalCodeHint,
  typedCode,
} from '#domain/hints/typed';
import { addressHint, type EmailDomain } from '#domain/mails/email-domains';
import type { api } from '#domain/urls';

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

// a type, because all addresses would come with the value
const paths: Pick<typeof api, 'emailDomain' | 'places'> = {
  emailDomain: '/api/email-domains/:domain',
  places: '/api/places/:zipCode',
};

const looked = new WeakMap<HTMLInputElement, string>();

/** What the server says about the domain of an e-mail address, beneath its field once it is left. */
async function lookAtAddress(field: HTMLInputElement): Promise<void> {
  const address = field.value;
  if (looked.get(field) === address) return;
  looked.delete(field);
  say(field, []);
  const [local = '', domain = ''] = address.split('@');
  if (field === document.activeElement || !isAddress(field, local, domain)) return;
  looked.set(field, address);
  prepare(field);
  const answer = await ask<EmailDomain>(paths.emailDomain, domain);
  // it has changed meanwhile
  if (looked.get(field) !== address) return;
  if (!answer) return void looked.delete(field);
  const { suggestion, receives } = answer;
  if (suggestion) say(field, otherAddress(field, `${local}@${suggestion}`));
  else if (receives === false) say(field, [sentence(addressHint.takesNone)]);
}

/** What the browser and the rules of our forms both take; the server checks the rest of the domain. */
function isAddress({ validity }: HTMLInputElement, local: string, domain: string): boolean {
  const isLocal = /^[^.](?:\.?[^.])*$/.test(local) && local.length <= 64;
  return isLocal && !validity.typeMismatch && /\.[^\d.][^.]+$/.test(domain);
}

function otherAddress(field: HTMLInputElement, meant: string): HTMLElement[] {
  const button = document.createElement('button');
  button.type = 'button';
  button.className =
    'min-h-11 rounded-control border border-line-strong bg-white px-3.5 font-semibold text-green-800 hover:bg-green-50';
  button.textContent = addressHint.takeOver;
  button.addEventListener('click', () => {
    field.focus();
    put(field, meant);
  });
  const text = addressHint.meant(meant);
  // a long address breaks before its domain, if it has to
  const parts = text.split(/(?<=@)/).flatMap((part) => [document.createElement('wbr'), part]);
  return [sentence(...parts.slice(1)), button];
}

/** What a code was when its field was left. */
const left = new WeakMap<HTMLInputElement, string>();
/** The code whose places were offered in a field: each is offered once, so that a field stays empty if it is emptied. */
const offered = new WeakMap<HTMLInputElement, string>();
/** What stands in a field because of that, until somebody types there. */
const filled = new WeakMap<HTMLInputElement, string>();
/** The code beside which somebody changed a field: nothing is filled in there, not even if it was emptied. */
const changed = new WeakMap<HTMLInputElement, string>();

/** Fills in the place of a German postal code, or offers those that have it. What somebody typed stays. */
async function lookAtPostalCode(field: HTMLInputElement, city: HTMLInputElement): Promise<void> {
  const code = typedCode(field.value);
  const isLeft = field !== document.activeElement;
  if (isLeft) left.set(field, code);
  const isForeign = left.get(field) === code && code !== '' && !isPostalCode(code);
  for (const one of [field, city]) prepare(one);
  say(field, isForeign ? [sentence(postalCodeHint.foreign)] : []);
  if (!isPostalCode(code)) return isLeft ? offer(city, code, []) : undefined;
  const answer = await ask<Places>(paths.places, code);
  // it has changed meanwhile
  if (typedCode(field.value) !== code || offered.get(city) === code) return;
  offer(city, code, answer?.places ?? []);
  // asked again when one of both is entered
  if (!answer) offered.delete(city);
}

/** The place was entered or left, or `isChanged`. */
function lookAtPlace(zipCode: HTMLInputElement, city: HTMLInputElement, isChanged: boolean) {
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

/** The place beneath a field where hints appear, beside what React owns. */
type Hint = { region: HTMLElement; watch: MutationObserver; turn?: object };

const hints = new WeakMap<HTMLInputElement, Hint>();

const ends = ['pointerup', 'pointercancel'];
let isPressed = false;
for (const type of ['pointerdown', ...ends]) {
  addEventListener(
    type,
    () => {
      isPressed = type === 'pointerdown';
    },
    true,
  );
}

/** Replaces what stands beneath the field; no parts say nothing. A later call ends one that still waits. */
async function say(field: HTMLInputElement, parts: readonly HTMLElement[]): Promise<void> {
  const hint = hints.get(field) ?? (parts.length > 0 ? prepare(field) : null);
  if (!hint) return;
  const turn = {};
  hint.turn = turn;
  if (isPressed) await released();
  if (hint.turn !== turn || !field.isConnected) return;
  const text = parts.map(({ textContent }) => textContent).join('');
  if (text === hint.region.textContent) return;
  hint.region.replaceChildren(...parts);
  describe(field, hint);
}

function sentence(...parts: (string | HTMLElement)[]): HTMLElement {
  const element = document.createElement('p');
  element.className = 'min-w-0 wrap-anywhere';
  element.append(...parts);
  return element;
}

/** Not by the property, which React watches: it would miss the change. */
function put(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The region is empty and in the page before it says something, so that screen readers notice. */
function prepare(field: HTMLInputElement): Hint {
  const known = hints.get(field);
  if (known) return known;
  const region = document.createElement('div');
  region.id = `${field.id}-said`;
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.className =
    'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control text-sm text-ink not-empty:mt-2 not-empty:bg-saddle-50 not-empty:px-3.5 not-empty:py-2.5';
  field.after(region);
  const hint: Hint = { region, watch: new MutationObserver(() => describe(field, hint)) };
  hints.set(field, hint);
  return hint;
}

/** What is pressed must not move away before it is clicked. */
async function released(): Promise<void> {
  await new Promise<unknown>((resolve) => {
    for (const type of ends) addEventListener(type, () => setTimeout(resolve), { once: true });
  });
}

const describing = 'aria-describedby';

/** Beside the field's own hint and message, also after React has changed these. */
function describe(field: HTMLInputElement, { region, watch }: Hint) {
  watch.disconnect();
  const own = field.getAttribute(describing)?.split(' ') ?? [];
  const ids = own.filter((id) => id !== '' && id !== region.id);
  const isSaid = region.hasChildNodes();
  if (isSaid) ids.push(region.id);
  if (ids.length > 0) field.setAttribute(describing, ids.join(' '));
  else field.removeAttribute(describing);
  if (isSaid) watch.observe(field, { attributeFilter: [describing] });
}

const patienceMs = 5_000;

const answers = new Map<string, Promise<unknown>>();

/** Null if the server does not take it, and if it gives no answer: only then it is asked again. */
function ask<Answer>(path: string, value: string): Promise<Answer | null> {
  const address = path.replace(/:\w+/, encodeURIComponent(value));
  const answer = answers.get(address) ?? call(address);
  answers.set(address, answer);
  return answer as Promise<Answer | null>;
}

async function call(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.ok) return await response.json();
    if (response.status === 422) return null;
  } catch {}
  answers.delete(address);
  return null;
}
