/** Certificates made when a test needs them: one authority, and what goes wrong with those that it signs. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type Certificate = { key: string; cert: string };
type Authority = { name: string; privateKey: KeyObject; cert: string };
type Wanted = {
  /** The names and addresses that it is for. */
  names: string[];
  /** Days from now, which may be negative. */
  from?: number;
  until?: number;
};

const dayMs = 86_400_000;

/** An authority that signs certificates. */
export function createAuthority(name = 'Prüfstelle') {
  const { privateKey, publicKey } = keys();
  const cert = issue({ subject: name, publicKey, issuer: { name, privateKey } }, { names: [] }, true);
  return { cert, sign: (wanted: Wanted): Certificate => signed({ name, privateKey, cert }, wanted) };
}

/** A certificate that vouches for itself. */
export function selfSigned(wanted: Wanted): Certificate {
  const { privateKey, publicKey } = keys();
  const name = wanted.names[0] ?? '';
  return {
    key: pem(privateKey),
    cert: issue({ subject: name, publicKey, issuer: { name, privateKey } }, wanted),
  };
}

function signed(issuer: Authority, wanted: Wanted): Certificate {
  const { privateKey, publicKey } = keys();
  return { key: pem(privateKey), cert: issue({ subject: wanted.names[0] ?? '', publicKey, issuer }, wanted) };
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

type Parties = { subject: string; publicKey: KeyObject; issuer: Pick<Authority, 'name' | 'privateKey'> };

/** RFC 5280, as far as a handshake looks. */
function issue(
  { subject, publicKey, issuer }: Parties,
  { names, from = -1, until = 30 }: Wanted,
  isAuthority = false,
): string {
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const extensions = [
    ...(isAuthority ? [extension([0x55, 0x1d, 0x13], sequence(der(0x01, Buffer.from([0xff]))))] : []),
    ...(names.length > 0 ? [extension([0x55, 0x1d, 0x11], sequence(...names.map(alternative)))] : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), crypto.getRandomValues(Buffer.alloc(12))])),
    algorithm,
    distinguished(issuer.name),
    sequence(moment(from), moment(until)),
    distinguished(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, issuer.privateKey)]);
  const whole = sequence(body, algorithm, der(0x03, signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const distinguished = (name: string) =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))));
const extension = (id: number[], value: Buffer) => sequence(oid(...id), der(0x04, value));

/** A name, or an IPv4 address. */
function alternative(name: string): Buffer {
  const numbers = name.split('.').map(Number);
  return numbers.every(Number.isInteger) ? der(0x87, Buffer.from(numbers)) : der(0x82, Buffer.from(name));
}

function moment(days: number): Buffer {
  const iso = new Date(Date.now() + days * dayMs).toISOString();
  return der(0x18, Buffer.from(`${iso.slice(0, 19).replace(/\D/g, '')}Z`));
}
