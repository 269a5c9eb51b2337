/**
 * What the server says about the domain of an e-mail address, beneath its field once it is left. It imports nothing of
 * React and stands beside what React owns: the wizard's script would grow by each module that both share.
 */
import { addressHint, type EmailDomain } from '#domain/mails/email-domains';
import type { api } from '#domain/urls';

type Hint = { region: HTMLElement; address: string; watch: MutationObserver };

// a type, because all addresses would come with the value
const path: (typeof api)['emailDomain'] = '/api/email-domains/:domain';
const patienceMs = 5_000;

const hints = new WeakMap<HTMLInputElement, Hint>();
const answers = new Map<string, Promise<EmailDomain | null>>();

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

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && hints.get(target)?.address !== target.value) clear(target);
});

/** Call it when a field is entered or left. */
export async function look(field: HTMLInputElement): Promise<void> {
  const address = field.value;
  const [local = '', domain = ''] = address.split('@');
  if (field === document.activeElement || !isAddress(field, local, domain)) return;
  if (hints.get(field)?.address === address) return;
  const hint = begin(field, address);
  const answer = await ask(domain);
  await released();
  // it has changed meanwhile, or left the page
  if (hints.get(field) !== hint || !field.isConnected) return;
  if (!answer) return clear(field);
  const { suggestion, receives } = answer;
  if (suggestion) offer(field, hint.region, `${local}@${suggestion}`);
  else if (receives === false) hint.region.append(sentence(addressHint.takesNone));
  if (hint.region.hasChildNodes()) describe(field, hint);
}

/** What the browser and the rules of our forms both take; the server checks the rest of the domain. */
function isAddress({ validity }: HTMLInputElement, local: string, domain: string): boolean {
  const isLocal = /^[^.](?:\.?[^.])*$/.test(local) && local.length <= 64;
  return isLocal && !validity.typeMismatch && /\.[^\d.][^.]+$/.test(domain);
}

async function ask(domain: string): Promise<EmailDomain | null> {
  const known = answers.get(domain);
  if (known) return known;
  const asked = call(domain).catch(() => {
    answers.delete(domain);
    return null;
  });
  answers.set(domain, asked);
  return asked;
}

async function call(domain: string): Promise<EmailDomain | null> {
  const response = await fetch(path.replace(':domain', encodeURIComponent(domain)), {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.ok) return await response.json();
  // no domain, which stays so
  if (response.status === 422) return null;
  throw new Error();
}

/** What is pressed must not move away before it is clicked. */
async function released(): Promise<void> {
  if (!isPressed) return;
  await new Promise<unknown>((resolve) => {
    for (const type of ends) addEventListener(type, () => setTimeout(resolve), { once: true });
  });
}

function offer(field: HTMLInputElement, region: HTMLElement, meant: string) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className =
    'min-h-11 rounded-control border border-line-strong bg-white px-3.5 font-semibold text-green-800 hover:bg-green-50';
  button.textContent = addressHint.takeOver;
  button.addEventListener('click', () => {
    // not by the property, which React watches: it would miss the change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, meant);
    field.focus();
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  region.append(sentence(addressHint.meant(meant)), button);
}

function sentence(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'min-w-0 wrap-anywhere';
  // a long address breaks before its domain, if it has to
  const parts = text.split(/(?<=@)/).flatMap((part) => [document.createElement('wbr'), part]);
  element.append(...parts.slice(1));
  return element;
}

/** The region is empty and in the page before it says something, so that screen readers notice. */
function begin(field: HTMLInputElement, address: string): Hint {
  clear(field);
  const region = document.createElement('div');
  region.id = `${field.id}-domain`;
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.className =
    'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control text-sm text-ink not-empty:mt-2 not-empty:bg-saddle-50 not-empty:px-3.5 not-empty:py-2.5';
  field.after(region);
  const hint: Hint = { region, address, watch: new MutationObserver(() => describe(field, hint)) };
  hints.set(field, hint);
  return hint;
}

function clear(field: HTMLInputElement) {
  const hint = hints.get(field);
  if (!hint) return;
  hints.delete(field);
  hint.watch.disconnect();
  hint.region.remove();
  setDescribing(field, without(field, hint));
}

/** Beside the field's own hint and message, also after React has changed these. */
function describe(field: HTMLInputElement, hint: Hint) {
  hint.watch.disconnect();
  setDescribing(field, [...without(field, hint), hint.region.id]);
  hint.watch.observe(field, { attributeFilter: [describing] });
}

const describing = 'aria-describedby';

function without(field: HTMLInputElement, { region }: Hint): string[] {
  const ids = field.getAttribute(describing)?.split(' ') ?? [];
  return ids.filter((id) => id !== '' && id !== region.id);
}

function setDescribing(field: HTMLInputElement, ids: string[]) {
  if (ids.length > 0) field.setAttribute(describing, ids.join(' '));
  else field.removeAttribute(describing);
}
