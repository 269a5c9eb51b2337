/** How e-mail addresses are compared. A domain with umlauts is also written in Punycode; each address has one key. */

/** The same key for all spellings of an address: capitals, and a domain with umlauts or in Punycode. */
export function addressKey(address: string): string {
  const { local, domain } = partsOf(address);
  return `${local}@${asciiOf(domain) || domain}`;
}

export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}

/** In lower case. */
export function partsOf(address: string): { local: string; domain: string } {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return { local, domain };
}

/** A domain as mail servers know it; empty if it is none. Every browser and server has the tables for it. */
function asciiOf(domain: string): string {
  return /[^\p{L}\p{M}\p{N}.-]/u.test(domain) ? '' : (URL.parse(`http://${domain}`)?.hostname ?? '');
}
