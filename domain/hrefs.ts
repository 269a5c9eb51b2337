import { findPhone } from './phone';

/** `tel:` link of the first phone number in a text, or undefined if there is none. */
export function phoneHref(text: string): string | undefined {
  const number = findPhone(text);
  return number === null ? undefined : `tel:${number}`;
}

/** `mailto:` link of an address; characters that would begin a subject or a second recipient are escaped. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
}
