import { sourceIn, tidied } from '#domain/fields';
import { type OfferEntries, type OfferRequest, offerRequest } from '#domain/offers/offers';
import { birthYears, choiceIn } from '#domain/tariffs/calculator';
import { tariffTypes } from '#domain/tariffs/catalogue';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import { callerNetwork, type Server } from '../../http/client-address';
import { checkEntries } from '../../http/schema';
import { valid } from '../../refusal';

export function sourceOf({ url }: Request): string | null {
  return sourceIn(url);
}

export function originOf({ config }: Pick<Context, 'config'>, request: Request, server: Server) {
  return { source: sourceOf(request), network: callerNetwork(config, request, server) };
}

/** What the address chooses, as that of the calculator does. */
export function chosenIn(request: Request, today: string): OfferEntries {
  const query = queryOf(request);
  const choice = choiceIn(query, birthYears(today));
  return {
    ...entriesOf({}),
    tariffType: tariffTypes.find((type) => type === query.get('tariff')) ?? '',
    selfParticipation: String(choice?.deductible ?? ''),
    paymentFrequency: choice?.frequency ?? '',
    horseBirthYear: String(choice?.birthYear ?? ''),
  };
}

/** A ticked box is posted as `on`. */
export function entriesOf(body: unknown): OfferEntries {
  const text = (name: string) => textIn(body, name);
  return {
    email: text('email'),
    tariffType: text('tariffType'),
    selfParticipation: text('selfParticipation'),
    paymentFrequency: text('paymentFrequency'),
    horseBirthYear: text('horseBirthYear'),
    insuranceStartDate: text('insuranceStartDate'),
    reminderConsent: text('reminderConsent') === 'on',
  };
}

/** The body that the same form would send as JSON: numbers are numbers, and what was left empty is missing. */
export function bodyOf(entries: unknown): Record<string, unknown> {
  const filled = Object.entries(Object(entries)).filter(([, value]) => !isBlank(value));
  return Object.fromEntries(
    filled.map(([name, value]) => [name, numbers.has(name) ? numberIn(value) : value]),
  );
}

/** @throws Refusal 422 */
export function checked(body: unknown, today: string): OfferRequest {
  return valid(checkEntries(offerRequest(today), body));
}

const numbers: ReadonlySet<string> = new Set(['selfParticipation', 'horseBirthYear']);

function numberIn(value: unknown): unknown {
  const text = tidied(String(value));
  return /^\d{1,9}$/.test(text) ? Number(text) : value;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && tidied(value) === '';
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}
