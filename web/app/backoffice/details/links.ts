/** Addresses behind which a phone or a mail program opens. */

/** `tel:` of a number as a person wrote it; the zero in brackets is not dialled. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')}`;
}

/** `mailto:` of an address, whose local part may hold characters that mean something there. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace(/%40/g, '@')}`;
}
