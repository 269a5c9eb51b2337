import { type Sets, setFields } from '../application';
import { type Fact, factsOf } from '../facts';
import type { SetKey } from '../steps/all';
import type { PreparedBy, PreparedValues } from './preparations';

const groups = [
  ['horse', 'horse-data', ''],
  ['contact', 'contact-data', ''],
  ['tariff', 'tariff-selection', ''],
  // the fields of its person are called like those of the contact and of the horse
  ['policyholder', 'policyholder-info', 'Versicherungsnehmer: '],
] as const satisfies [keyof PreparedValues, SetKey, string][];

export function changesOf(prepared: PreparedValues, sets: Sets): PreparedBy['changes'] {
  return groups.flatMap(([group, key, owner]) => {
    const [given, saved] = [prepared[group], sets[key]];
    if (!given || !saved) return [];
    const kept = Object.keys(given).map((name) => [name, Reflect.get(saved, name)]);
    const now: Record<string, Fact> = factsOf(setFields[key], Object.fromEntries(kept));
    return Object.entries<Fact>(factsOf(setFields[key], given)).flatMap(([name, { label, value }]) => {
      const change = { label: owner + label, old: value ?? '', new: now[name]?.value ?? '' };
      return change.old === change.new ? [] : [change];
    });
  });
}
