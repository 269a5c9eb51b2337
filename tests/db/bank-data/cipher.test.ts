/** Bank data in the database is readable only with the key, and only in its own row and column. */
// ASVS 11.2.1
import { describe, expect, test } from 'bun:test';
import { createFieldCipher, keyIdIn, keyIdOf } from '#db/bank-data/cipher';

const [key, other, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const id = '0d9f6f3e-5a0e-4c2d-9f7c-2d8a55a8d3b1';
const iban = 'DE89370400440532013000';

describe('a sealed field', () => {
  const cipher = createFieldCipher(key);
  const sealed = cipher.seal(id, 'iban', iban);

  test('opens for its own application and column', () => {
    expect(cipher.open(id, 'iban', sealed)).toBe(iban);
    expect(cipher.open(id, 'bic', cipher.seal(id, 'bic', ''))).toBe('');
  });

  test('contains the id of its key, which is no part of the key, and no plain text', () => {
    expect(sealed).toStartWith(`v2.${keyIdOf(key)}.`);
    expect(keyIdIn(sealed)).toBe(keyIdOf(key));
    expect(keyIdOf(key)).toMatch(/^[0-9a-f]{8}$/);
    expect(Buffer.from(key, 'base64').toString('hex')).not.toContain(keyIdOf(key));
    expect(keyIdOf(key)).not.toBe(keyIdOf(other));
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64').toString('latin1')).not.toContain('DE89');
  });

  test('differs each time the same text is sealed', () => {
    const many = new Set(Array.from({ length: 1000 }, () => cipher.seal(id, 'iban', iban)));
    expect(many.size).toBe(1000);
  });

  test.each([
    ['another application', crypto.randomUUID(), 'iban', sealed],
    ['another column', id, 'bic', sealed],
    ['the id of another key', id, 'iban', sealed.replace(keyIdOf(key), keyIdOf(other))],
    ['no key id', id, 'iban', `v2.${sealed.split('.')[2]}`],
    // the IBAN, sealed with `key` for `id` in a form that no release wrote
    ['version 1', id, 'iban', 'v1.L5MDE38fDMDcI0x2vykkY3I5DxME7M7YZlhTSDZ740NkONAthpfg5cMNLKrC20KQyKo='],
    ['an unknown version', id, 'iban', sealed.replace('v2', 'v3')],
    ['no text', id, 'iban', ''],
    ['plain text', id, 'iban', iban],
    ['a text that was cut off', id, 'iban', sealed.slice(0, 30)],
  ])('does not open with %s', (_, application, column, text) => {
    for (const one of [cipher, createFieldCipher(other, key)]) {
      expect(() => one.open(application, column, text)).toThrow(/^A sealed field/);
    }
  });

  // ASVS 11.3.1, 11.3.2
  test('does not open after any single byte was changed', () => {
    const [version, name, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64');
    for (const position of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 1;
      const text = `${version}.${name}.${changed.toString('base64')}`;
      expect(() => cipher.open(id, 'iban', text)).toThrow('does not open');
    }
  });
});

describe('while one key replaces another', () => {
  const before = createFieldCipher(key);
  const meanwhile = createFieldCipher(other, key);

  // ASVS 11.2.2
  test('both keys open, and only the new one seals', () => {
    expect(meanwhile.open(id, 'iban', before.seal(id, 'iban', iban))).toBe(iban);
    const sealed = meanwhile.seal(id, 'iban', iban);
    expect(keyIdIn(sealed)).toBe(keyIdOf(other));
    expect(sealed).toStartWith(meanwhile.prefix);
    expect(createFieldCipher(other).open(id, 'iban', sealed)).toBe(iban);
    expect(() => before.open(id, 'iban', sealed)).toThrow('needs another key');
    expect(() => createFieldCipher(third).open(id, 'iban', sealed)).toThrow('needs another key');
  });
});
