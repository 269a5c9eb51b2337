/** Prints new secrets for `compose.yaml`. The private half of the key pair signs one token and is not kept. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const claims = [
  { alg: 'EdDSA', typ: 'JWT' },
  { a: 'rw' }, // read and write; without an expiry, because that would stop all instances at once
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const signature = sign(null, Buffer.from(claims), privateKey).toString('base64url');

const secrets = {
  SQLD_AUTH_JWT_KEY: publicKey.export({ format: 'jwk' }).x,
  DATABASE_AUTH_TOKEN: `${claims}.${signature}`,
  JWT_SECRET: randomBytes(32).toString('base64url'),
  DATA_KEY: randomBytes(32).toString('base64'),
};
for (const [name, value] of Object.entries(secrets)) process.stdout.write(`${name}=${value}\n`);
