/** What name servers say about the domain from which mails are sent. */
import type { Operator } from '#domain/operator/operator';
import { minuteMs } from '#domain/time';
import type { Config } from '../../config';
import { createDns } from '../../dns';
import { senderDomainOf } from '../../operator/sender';
import { type DkimKey, readDkimKey } from './dkim';

/** Null: nobody answered. `dkim` is false without a key. */
export type MailRecords = Record<'domain' | 'spf' | 'dkim' | 'dmarc', boolean | null>;

/** For all questions together, as they are asked at the same time. */
const patienceMs = 3_000;
const keptMs = minuteMs;

/** Kept for a minute: several callers share one look. */
export function createMailRecords(
  config: Pick<Config, 'dkim' | 'dataDir' | 'dnsServers'>,
  operator: Pick<Operator, 'mail'>,
  uptime: () => number = Date.now,
) {
  const dns = createDns(config.dnsServers);
  const dkim = readDkimKey(config, operator);
  const domain = senderDomainOf(operator);
  let known: { at: number; records: Promise<MailRecords> } | null = null;

  async function look(): Promise<MailRecords> {
    const texts = (name: string) => dns.texts(name, patienceMs);
    const [receives, ofDomain, ofKey, ...policies] = await Promise.all([
      dns.receivesMail(domain, patienceMs),
      texts(domain),
      dkim ? texts(dkim.record.name) : [],
      ...withParents(domain).map((name) => texts(`_dmarc.${name}`)),
    ]);
    return {
      domain: receives,
      spf: ofDomain && ofDomain.filter((one) => /^v=spf1(?:\s|$)/i.test(one)).length === 1,
      dkim: ofKey && dkim !== null && isPublished(ofKey, dkim),
      dmarc: anyOf(policies.map((parts) => parts?.some((one) => /^v=DMARC1(?:[\s;]|$)/i.test(one)) ?? null)),
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

function isPublished(parts: readonly string[], { record }: DkimKey): boolean {
  const [, key = ''] = record.value.split(' p=');
  return parts
    .join('')
    .replace(/\s/g, '')
    .split(/;|(?=v=DKIM1)/i)
    .includes(`p=${key}`);
}

function anyOf(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}
