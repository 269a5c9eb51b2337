import { isProvider } from '#domain/mails/typed-domains';
import { dayMs, minuteMs } from '#domain/time';
import type { Context } from '../../context';
import { within } from '../../dns';
import { createQueue } from '../../http/queue';

const patienceMs = 2_000;
/** How long an answer is kept. */
const yesMs = dayMs;
const noMs = 10 * minuteMs;

/** Below a megabyte. */
export const mostDomains = 5_000;

/** So many look-ups are under way, whoever asks and leaves. */
export const mostLookups = 20;

/** Names of networks, machines and tests: what a name server says about them is no business of a visitor. */
const inside = /\.(?:internal|local|localhost|lan|home|corp|intranet|private|arpa|test|invalid)$/;

/** Whether domains take mails: a yes is kept for a day, a no for ten minutes. What nobody answered is asked again. */
export function createReceivers({ dns, uptime }: Pick<Context, 'dns' | 'uptime'>) {
  const known = new Map<string, { answer: Promise<boolean | null>; until: number }>();
  const places = createQueue(mostLookups, 0);
  return async (domain: string): Promise<boolean | null> => {
    if (isProvider(domain)) return true;
    if (inside.test(domain)) return null;
    const kept = known.get(domain);
    if (kept && kept.until > uptime()) return await kept.answer;
    const look = places(() => dns.receivesMail(domain)).catch(() => null);
    const asked = { answer: within(patienceMs, look), until: uptime() + yesMs };
    known.delete(domain);
    known.set(domain, asked);
    const [oldest = domain] = known.keys();
    if (known.size > mostDomains) known.delete(oldest);
    const receives = await asked.answer;
    if (receives === false) asked.until = uptime() + noMs;
    if (receives === null && known.get(domain) === asked) known.delete(domain);
    return receives;
  };
}
