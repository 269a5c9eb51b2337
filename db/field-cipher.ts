/** Field encryption of bank data: AES-256-GCM, one nonce a value, bound to its application and column. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type FieldCipher = {
  /** Encrypts a text for one column of one application. */
  seal(applicationId: string, column: string, text: string): string;
  /** Decrypts it; throws when key, application or column is not the one it was sealed for. */
  open(applicationId: string, column: string, sealed: string): string;
};

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** A cipher for a key of 32 bytes in base64 (`DATA_KEY`). */
export function createFieldCipher(base64Key: string): FieldCipher {
  const key = Buffer.from(base64Key, 'base64');
  const bindingOf = (applicationId: string, column: string) => Buffer.from(`${applicationId}\n${column}`);
  return {
    seal(applicationId, column, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bindingOf(applicationId, column));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64')}`;
    },
    open(applicationId, column, sealed) {
      if (!sealed.startsWith(`${version}.`)) throw new Error('A sealed field has an unknown version.');
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(bindingOf(applicationId, column)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}
