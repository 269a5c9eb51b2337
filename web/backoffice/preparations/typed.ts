/** What is typed during a call, by the path that the server's errors name, such as `contact.email`. */
import type { Callback } from '#domain/callbacks/request';
import type { Field } from '#domain/facts';
import { tidied } from '#domain/fields';
import { nameFields, reachFields } from '#domain/people';
import { horseFields, policyholderFields, tariffFields } from '#domain/steps/sets';
import { paymentFrequencies, type TariffType, tariffTypes } from '#domain/tariffs/catalogue';
import type { PricedSelection } from '#domain/tariffs/premium';

export type Typed = Readonly<Record<string, string>>;

const { requirementsConsent: _, ...horse } = horseFields;
const groups: Record<string, Record<string, Field>> = {
  contact: { ...nameFields, ...reachFields },
  horse,
  tariff: tariffFields,
  policyholder: policyholderFields,
};

export const anotherPath = 'another';
export const blank: Typed = { 'tariff.selfParticipation': '0', 'tariff.paymentFrequency': 'monthly' };

export function fieldAt(path: string): Field {
  const [group = '', name = ''] = path.split('.');
  const field = groups[group]?.[name];
  if (!field) throw new Error(`Nothing is typed at ${path}.`);
  return field;
}

/** The name of a field in a list, where it is not below the heading of its part. */
export function labelAt(path: string): string {
  const { label } = fieldAt(path);
  return path.startsWith('policyholder') ? `${label} (Versicherungsnehmer)` : label;
}

/** The first word of a name is the first name. The caller is asked for it anyway. */
export function typedOf({ name, phone, email }: Pick<Callback, 'name' | 'phone' | 'email'>): Typed {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  const person = Object.entries({ firstName, lastName: rest.join(' '), phone, email: email ?? '' });
  return Object.fromEntries(person.map(([key, value]) => [`contact.${key}`, value]));
}

/** What may stay in the storage of the tab, of what was found there: no address, no number, nothing unknown. */
export function keepable(found: unknown): Typed {
  const entries = Object.entries(Object(found)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isKeepable(entry[0]),
  );
  return Object.fromEntries(entries);
}

function isKeepable(path: string): boolean {
  const [group = '', name = ''] = path.split('.');
  return path === anotherPath || (name in (groups[group] ?? {}) && !(name in reachFields));
}

export function choiceIn(typed: Typed): PricedSelection | null {
  const tariffType = tariffTypes.find((one) => one === typed['tariff.tariffType']);
  return tariffType ? selectionOf(typed, tariffType) : null;
}

export function selectionOf(typed: Typed, tariffType: TariffType): PricedSelection {
  const frequency = paymentFrequencies.find((one) => one === typed['tariff.paymentFrequency']);
  return {
    tariffType,
    selfParticipation: Number(typed['tariff.selfParticipation']),
    paymentFrequency: frequency ?? 'monthly',
  };
}

export function bodyOf(typed: Typed, ids: { id: string; callbackId?: string }) {
  return {
    ...ids,
    contact: groupIn(typed, 'contact') ?? {},
    horse: groupIn(typed, 'horse'),
    tariff: choiceIn(typed) ?? undefined,
    policyholder: typed[anotherPath] ? groupIn(typed, 'policyholder') : undefined,
  };
}

function groupIn(typed: Typed, group: string): Record<string, string> | undefined {
  const entries = Object.entries(typed).flatMap(([path, value]) => {
    const [at, name = ''] = path.split('.');
    return at === group && tidied(value) !== '' ? [[name, value]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
