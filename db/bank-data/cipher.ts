/**
 * Field encryption of bank data: AES-256-GCM, one nonce a value, bound to its application and column. A sealed
 * text is `v2.<key id>.<base64>`, so that two keys can be told apart while one replaces the other; `v1.<base64>`
 * is from before there were key ids.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export type FieldCipher = {
  /** Encrypts a text for one column of one application, always with the present key. */
  seal(applicationId: string, column: string, text: string): string;
  /** Decrypts it; throws when no key fits, or application or column is not the one it was sealed for. */
  open(applicationId: string, column: string, sealed: string): string;
  /** What every text sealed with the present key begins with: the rest is to be sealed anew. */
  readonly mark: string;
};

const version = 'v2';
const versionWithoutKeyId = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** A cipher for a key of 32 bytes in base64 (`DATA_KEY`); what `previous` has sealed, it opens too. */
export function createFieldCipher(base64Key: string, previous?: string): FieldCipher {
  const key = readKey(base64Key);
  const keys = previous === undefined ? [key] : [key, readKey(previous)];
  const mark = `${version}.${key.id}.`;
  return {
    mark,
    seal(applicationId, column, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(binding(applicationId, column));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return mark + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
    },
    open(applicationId, column, sealed) {
      const parts = sealed.split('.');
      const [form, id, body] = parts.length === 2 ? [parts[0], null, parts[1]] : parts;
      if (body === undefined || form !== (id === null ? versionWithoutKeyId : version)) {
        throw new Error('A sealed field has an unknown version.');
      }
      const fitting = keys.filter((one) => id === null || one.id === id);
      if (fitting.length === 0) throw new Error('A sealed field needs another key.');
      return openWithAny(fitting, binding(applicationId, column), Buffer.from(body, 'base64'));
    },
  };
}

/** The short name of a key, which stands in what it has sealed and tells nothing about it. */
export function keyIdOf(base64Key: string): string {
  return readKey(base64Key).id;
}

/** The short name of the key that a text was sealed with; null when it does not say. */
export function keyIdIn(sealed: string): string | null {
  return /^v2\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null;
}

type Key = { id: string; bytes: Buffer };

function readKey(base64: string): Key {
  const bytes = Buffer.from(base64, 'base64');
  const id = createHash('sha256').update('sattelfest key id\n').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

function binding(applicationId: string, column: string): Buffer {
  return Buffer.from(`${applicationId}\n${column}`);
}

function openWithAny([key, ...others]: Key[], bound: Buffer, sealed: Buffer): string {
  if (!key) throw new Error('A sealed field does not open: wrong key, application or column, or altered.');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(bound).setAuthTag(sealed.subarray(-tagBytes));
    const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return openWithAny(others, bound, sealed);
  }
}
