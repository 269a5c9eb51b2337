/** SHA-256, which is the only hash that is stored. Those with a key are HMACs (`server/keyed-hash.ts`). */
import { createHash } from 'node:crypto';

type Encoding = 'hex' | 'base64' | 'base64url';

export function sha256Of(content: string | Uint8Array, encoding: Encoding = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding);
}

export function startSha256() {
  return createHash('sha256');
}
