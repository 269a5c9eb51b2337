/** The key by which mails are signed (RFC 6376), and the record by which others check that. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DKIM from 'nodemailer/lib/dkim';
import type { Operator } from '#domain/operator/operator';
import type { Config } from '../../config';
import { senderDomainOf } from '../../operator/sender';
import { OperatorError } from '../../process/failure';

type Settings = Pick<Config, 'dataDir' | 'dkim'>;

export type DkimKey = {
  /** PKCS#8, PEM. */
  privateKey: string;
  selector: string;
  domain: string;
  record: { name: string; value: string };
};

/** Verifiers refuse shorter ones (RFC 8301, section 3.2). */
const fewestBits = 1024;

/** Null: there is none, and mails are not signed. @throws OperatorError */
export function readDkimKey(settings: Settings, operator: Pick<Operator, 'mail'>): DkimKey | null {
  const file = dkimFile(settings);
  // a link that leads nowhere is no missing file: perhaps its disk is not mounted
  if (settings.dkim.keyFile === null && !existsSync(file)) return null;
  return keyIn(file, settings, operator);
}

/** @throws OperatorError if the file exists, which is never overwritten */
export function makeDkimKey(settings: Settings, operator: Pick<Operator, 'mail'>): DkimKey {
  const file = dkimFile(settings);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const opened = openSync(file, 'wx', 0o600);
    try {
      writeSync(opened, pemOf(privateKey));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    const code = codeOf(error);
    throw new OperatorError(
      code === 'EEXIST'
        ? `${file} exists already; nothing is overwritten.`
        : `${file} cannot be written (${code}).`,
    );
  }
  return keyIn(file, settings, operator);
}

export function dkimFile({ dataDir, dkim }: Settings): string {
  return dkim.keyFile ?? join(dataDir, 'dkim.pem');
}

export function createSigner({ domain, selector, privateKey }: DkimKey) {
  return new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames });
}

/** nodemailer's own list, and what a button for stopping mails needs (RFC 8058, section 4). */
const headerFieldNames =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

function keyIn(file: string, { dkim: { selector } }: Settings, operator: Pick<Operator, 'mail'>): DkimKey {
  const key = privateKeyIn(file);
  const domain = senderDomainOf(operator);
  const published = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    privateKey: pemOf(key),
    selector,
    domain,
    record: { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${published}` },
  };
}

function privateKeyIn(file: string): KeyObject {
  const wrong = (what: string) =>
    new OperatorError(`DKIM_KEY must be the path of an RSA private key in a PEM file, but ${file} ${what}`);
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`cannot be read (${codeOf(error)})`);
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw wrong('is none');
  }
  if (key.asymmetricKeyType !== 'rsa') throw wrong('is of another kind');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits)
    throw wrong(`has less than ${fewestBits} bits`);
  return key;
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}
