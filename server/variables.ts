/** What values of variables may be. */

export function isWhole(value: string, maximum: number): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= maximum;
}

export function isYears(value: string): boolean {
  return isWhole(value, 100);
}

export function isNumber(value: string): boolean {
  return /^\d{1,9}(\.\d+)?$/.test(value);
}

export function isKey(value: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === 32;
}

export function isUrl(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.includes(protocol) && hostname !== '';
}
