const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const address = new RegExp(
  `^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+(?:xn--[a-z0-9-]{2,59}|\\p{L}{2,63})$`,
  'u',
);

/** True for exactly one address in the plain form `local@domain.tld`, without a quoted local part. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && address.test(value);
}
