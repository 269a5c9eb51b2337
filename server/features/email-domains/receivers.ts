import { dayMs } from '#domain/time';
import type { Context } from '../../context';

const patienceMs = 2_000;

/** Below a megabyte. */
export const mostDomains = 5_000;

/** Whether domains take mails, kept for a day. What nobody answered is asked again. */
export function createReceivers({ dns, uptime }: Pick<Context, 'dns' | 'uptime'>) {
  const known = new Map<string, { answer: Promise<boolean | null>; until: number }>();
  return (domain: string): Promise<boolean | null> => {
    const kept = known.get(domain);
    if (kept && kept.until > uptime()) return kept.answer;
    const asked = { answer: dns.receivesMail(domain, patienceMs), until: uptime() + dayMs };
    known.delete(domain);
    known.set(domain, asked);
    const [oldest = domain] = known.keys();
    if (known.size > mostDomains) known.delete(oldest);
    const forget = () => known.get(domain) === asked && known.delete(domain);
    asked.answer.then((receives) => receives === null && forget(), forget);
    return asked.answer;
  };
}
