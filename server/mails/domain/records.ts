import type { Operator } from '#domain/operator/operator';
import { minuteMs } from '#domain/time';
import type { Config } from '../../config';
import { type Dns, within } from '../../dns';
import { senderDomainOf } from '../../operator/sender';
import { type DkimKey, readDkimKey } from './dkim';

/** Null: nobody answered. `dkim` is false without a key. */
export type MailRecords = Record<'domain' | 'spf' | 'dkim' | 'dmarc', boolean | null>;

type Needs = {
  config: Pick<Config, 'dkim' | 'dataDir'>;
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
