/** What the server says about the domain of an e-mail address, beneath its field once it is left. */
import { addressHint, type EmailDomain } from '#domain/mails/email-domains';
import type { api } from '#domain/urls';
import { ask } from './ask';
import { prepare, put, say, sentence } from './region';

// a type, because all addresses would come with the value
const path: (typeof api)['emailDomain'] = '/api/email-domains/:domain';

const looked = new WeakMap<HTMLInputElement, string>();

export async function lookAtAddress(field: HTMLInputElement): Promise<void> {
  const address = field.value;
  if (looked.get(field) === address) return;
  looked.delete(field);
  say(field, []);
  const [local = '', domain = ''] = address.split('@');
  if (field === document.activeElement || !isAddress(field, local, domain)) return;
  looked.set(field, address);
  prepare(field);
  const answer = await ask<EmailDomain>(path, domain);
  // it has changed meanwhile
  if (looked.get(field) !== address) return;
  if (!answer) return void looked.delete(field);
  const { suggestion, receives } = answer;
  if (suggestion) say(field, offer(field, `${local}@${suggestion}`));
  else if (receives === false) say(field, [sentence(addressHint.takesNone)]);
}

/** What the browser and the rules of our forms both take; the server checks the rest of the domain. */
function isAddress({ validity }: HTMLInputElement, local: string, domain: string): boolean {
  const isLocal = /^[^.](?:\.?[^.])*$/.test(local) && local.length <= 64;
  return isLocal && !validity.typeMismatch && /\.[^\d.][^.]+$/.test(domain);
}

function offer(field: HTMLInputElement, meant: string): HTMLElement[] {
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
