import { domainToASCII, domainToUnicode } from 'node:url';
import { customType } from 'drizzle-orm/sqlite-core';
import { isEmail } from '#domain/people';

/** Columns with an address. What 0.2.0 stored in Punycode is read as people write it. */
export const emailAddress = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => readableAddress(String(stored)),
});

/** With the umlauts of its domain, for which Chromium sends Punycode. Not if it mixes letters that look alike. */
export function readableAddress(address: string): string {
  const composed = address.normalize('NFC');
  const [local = '', domain = ''] = composed.split('@');
  if (!/[^\p{ASCII}]|xn--/iu.test(domain)) return composed;
  const punycode = domainToASCII(domain);
  const words = domainToUnicode(punycode);
  const readable = `${local}@${words}`;
  const isSame = domainToASCII(words) === punycode;
  const isMixed = /\p{Script=Latin}/u.test(words) && /(?!\p{Script=Latin})\p{L}/u.test(words);
  return isSame && isEmail(readable) && !isMixed ? readable : composed;
}
