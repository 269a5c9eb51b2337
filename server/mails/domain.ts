/** The domain of our mails: the key by which they are signed (RFC 6376), and the records by which others check that. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DKIM from 'nodemailer/lib/dkim';
import type { Operator } from '#domain/operator/operator';
import { minuteMs } from '#domain/time';
import type { Config } from '../config';
import { type Dns, within } from '../dns';
import { codeOf } from '../log';
import { senderDomainOf } from '../operator/sender';
import { OperatorError } from '../process/failure';

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
    writeFileSync(file, pemOf(privateKey), { flag: 'wx', mode: 0o600, flush: true });
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

/** Null: nobody answered. `dkim` is false without a key. */
export type MailRecords = Record<'domain' | 'spf' | 'dkim' | 'dmarc', boolean | null>;

type Needs = {
  config: Settings;
  operator: Pick<Operator, 'mail'>;
  dns: Dns;
  uptime: () => number;
};

/** For all questions together, as they are asked at the same time. */
const patienceMs = 3_000;
const keptMs = minuteMs;

/** Kept for a minute: several callers share one look. */
export function createMailRecords({ config, operator, dns, uptime }: Needs) {
  const dkim = readDkimKey(config, operator);
  const domain = senderDomainOf(operator);
  let known: { at: number; records: Promise<MailRecords> } | null = null;

  async function look(): Promise<MailRecords> {
    const texts = (name: string) => within(patienceMs, dns.texts(name));
    const [receives, ofDomain, ofKey, ...policies] = await Promise.all([
      within(patienceMs, dns.receivesMail(domain)),
      texts(domain),
      dkim ? texts(dkim.record.name) : [],
      ...withParents(domain).map((name) => texts(`_dmarc.${name}`)),
    ]);
    return {
      domain: receives,
      spf: ofDomain && ofDomain.filter((one) => /^v=spf1(?:\s|$)/i.test(one)).length === 1,
      dkim: ofKey && dkim !== null && isPublished(ofKey, dkim),
      dmarc: hasPolicy(policies),
    };
  }

  return (): Promise<MailRecords> => {
    if (!known || uptime() - known.at >= keptMs) known = { at: uptime(), records: look() };
    return known.records;
  };
}

/** Whoever has none of their own follows the policy of a parent; a top-level domain has none. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels
    .slice(0, Math.max(1, Math.min(labels.length - 1, 4)))
    .map((_, index) => labels.slice(index).join('.'));
}

/** Two records at one name are undefined (RFC 6376, section 3.6.2.2): their parts make no valid list of tags together. */
function isPublished(parts: readonly string[], { record }: DkimKey): boolean {
  const tags = tagsIn(parts.join(''));
  const isOne = !parts.slice(1).some((part) => /^\s*v\s*=/.test(part));
  const has = (name: string, value: string, usual = value) =>
    (tags?.get(name) ?? usual).split(':').some((one) => one.trim() === value || one.trim() === '*');
  return (
    isOne &&
    has('v', 'DKIM1') &&
    has('k', 'rsa') &&
    has('h', 'sha256') &&
    has('s', 'email') &&
    tags?.get('p')?.replace(/\s/g, '') === tagsIn(record.value)?.get('p')
  );
}

/** The first name that has a policy decides. Several ones, or one without `p`, are none (RFC 7489, section 6.6.3). */
function hasPolicy(answers: readonly (string[] | null)[]): boolean | null {
  for (const parts of answers) {
    if (!parts) return null;
    const [policy, ...more] = parts.filter((one) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(one));
    if (policy === undefined) continue;
    const asked = tagsIn(policy)?.get('p') ?? '';
    return more.length === 0 && /^(?:none|quarantine|reject)$/i.test(asked);
  }
  return false;
}

/** `v=DKIM1; p=…` (RFC 6376, section 3.2). Null: it is no list of tags, or one stands there twice. */
function tagsIn(record: string): Map<string, string> | null {
  const pairs = record.replace(/;\s*$/, '').split(';');
  const tags = new Map(
    pairs.map((pair) => {
      const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*([^\\]*?)\s*$/.exec(pair) ?? [];
      return [name, value];
    }),
  );
  return tags.size < pairs.length || tags.has('') ? null : tags;
}
