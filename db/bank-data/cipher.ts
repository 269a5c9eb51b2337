/** AES-256-GCM with one nonce per value, bound to application and column: `v2.<key id>.<base64>`. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { startSha256 } from '../hash';

export type FieldCipher = {
  seal(applicationId: string, column: string, text: string): string;
  /** @throws Error if no key fits, or if it was sealed for another application or column */
  open(applicationId: string, column: string, sealed: string): string;
  /** A start of 0.2.0 has repaired this text: no key opens it. */
  isDamaged(sealed: string): boolean;
  /** Prefix of every text sealed with the current key. Texts without it are sealed with an older key. */
  readonly prefix: string;
};

const version = 'v2';
const nonceBytes = 12;
const tagBytes = 16;

/** 32 bytes in base64 (`DATA_KEY`). It also opens texts sealed with `previous`. */
export function createFieldCipher(base64Key: string, previous?: string): FieldCipher {
  const key = readKey(base64Key);
  const keys = previous === undefined ? [key] : [key, readKey(previous)];
  const prefix = `${version}.${key.id}.`;
  return {
    prefix,
    seal(applicationId, column, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(binding(applicationId, column));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
    },
    isDamaged: (sealed) => sealed.includes('\uFFFD'),
    open(applicationId, column, sealed) {
      const [form, id, body] = sealed.split('.');
      if (body === undefined || form !== version) throw new Error('A sealed field has an unknown version.');
      const fitting = keys.find((one) => one.id === id);
      if (!fitting) throw new Error('A sealed field needs another key.');
      return openWith(fitting, binding(applicationId, column), Buffer.from(body, 'base64'));
    },
  };
}

/** It does not reveal the key. */
export function keyIdOf(base64Key: string): string {
  return readKey(base64Key).id;
}

export function keyIdIn(sealed: string): string | null {
  return /^v2\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null;
}

type Key = { id: string; bytes: Buffer };

function readKey(base64: string): Key {
  const bytes = Buffer.from(base64, 'base64');
  const id = startSha256().update('sattelfest key id\n').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

function binding(applicationId: string, column: string): Buffer {
  return Buffer.from(`${applicationId}\n${column}`);
}

function openWith(key: Key, bound: Buffer, sealed: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(bound).setAuthTag(sealed.subarray(-tagBytes));
    const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new Error('A sealed field does not open: wrong application or column, or altered.');
  }
}
