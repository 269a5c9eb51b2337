/** An application that staff prepare on the telephone: a caller dictates, and declares everything in the wizard. */
import { Object as ObjectType, Optional, type TObject, type TSchema } from 'typebox';
import { type Sets, setFields } from '../application';
import { type Fact, factsOf } from '../facts';
import type { Checked, FieldError } from '../fields';
import { clientId } from '../ids';
import type { Counted, Reply } from '../lists';
import { emailRule, nameRules, phoneRule, type Salutation } from '../people';
import {
  choiceRules,
  type HorseData,
  horseData,
  type PolicyholderInfo,
  policyholderInfo,
} from '../steps/sets';
import { checkNested } from '../tariffs/nested';
import type { PricedSelection } from '../tariffs/premium';

export type PreparedContact = {
  salutation?: Salutation;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
};

/** What can be prepared: no consent, no declaration, no bank data. */
export type PreparedValues = {
  contact: PreparedContact;
  horse?: Partial<Omit<HorseData, 'requirementsConsent'>>;
  tariff?: PricedSelection;
  policyholder?: Partial<PolicyholderInfo>;
};

export type NewPreparation = PreparedValues & { id: string; callbackId?: string };

export function newPreparation(today: string): TObject {
  const { requirementsConsent: _, ...horse } = horseData(today).properties;
  return ObjectType({
    id: clientId,
    callbackId: Optional(clientId),
    contact: ObjectType({
      salutation: Optional(nameRules.salutation),
      firstName: nameRules.firstName,
      lastName: nameRules.lastName,
      email: emailRule,
      phone: phoneRule,
    }),
    horse: Optional(ObjectType(optional(horse))),
    tariff: Optional(ObjectType(choiceRules())),
    policyholder: Optional(ObjectType(optional(policyholderInfo(today).properties))),
  });
}

/** Paths of errors are those of the body, such as `contact.email`. */
export function checkPreparation(today: string, input: unknown): Checked<NewPreparation> {
  // the schema says the same, but the compiler cannot follow the mapped properties
  const checked = checkNested(newPreparation(today), input) as Checked<NewPreparation>;
  const unreadable = unreadableGroups(input);
  if (unreadable.length === 0) return checked;
  return { ok: false, errors: checked.ok ? unreadable : [...checked.errors, ...unreadable] };
}

/** A text or a list would otherwise be a group in which everything is left out. */
function unreadableGroups(input: unknown): FieldError[] {
  return ['horse', 'policyholder'].flatMap((path) => {
    const given: unknown = Reflect.get(Object(input), path) ?? {};
    const isGroup = typeof given === 'object' && !Array.isArray(given);
    return isGroup ? [] : [{ path, message: 'Bitte prüfen Sie diese Angaben' }];
  });
}

function optional(properties: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Optional(schema)]));
}

/** Of one account in 24 hours, sent again or not. */
export const mostInvitations = 20;

/** `begun`: the wizard has saved something. An opened link is none: scanners open links. */
export const preparationStates = {
  open: 'Eingeladen',
  begun: 'Begonnen',
  completed: 'Eingereicht',
  expired: 'Abgelaufen',
} as const;
export type PreparationState = keyof typeof preparationStates;

/** So long somebody may take for an application that they began; then it is counted beside the entry of the sidebar. */
export const patienceDays = 3;

/** Whatever the customer has made of it counts more than the end of the link. */
export function preparationState(
  { progress, expiresAt }: { progress: 'completed' | 'begun' | null; expiresAt: number },
  now: number,
): PreparationState {
  return progress ?? (expiresAt <= now ? 'expired' : 'open');
}

export type PreparationRow = {
  id: string;
  applicationId: string;
  callbackId: string | null;
  name: string;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  state: PreparationState;
  undeliverable: boolean;
  reply: Reply | null;
};

export type PreparationPage = Counted & { preparations: PreparationRow[]; waiting: number };

export type CreatedPreparation = { applicationId: string; expiresAt: string };

/** Who prepared it for whom, and what the customer has saved differently; nothing is changed that is not saved. */
export type PreparedBy = {
  username: string;
  at: string;
  name: string;
  horseName: string | undefined;
  changes: { label: string; old: string; new: string }[];
};

export function preparedSentence(brand: string): string {
  return `Von ${brand} nach Ihrem Anruf vorbereitet. Bitte prüfen Sie jede Angabe.`;
}

const groups = [
  ['horse', 'horse-data', ''],
  ['contact', 'contact-data', ''],
  ['tariff', 'tariff-selection', ''],
  // the fields of its person are called like those of the contact and of the horse
  ['policyholder', 'policyholder-info', 'Versicherungsnehmer: '],
] as const satisfies [keyof PreparedValues, keyof Sets, string][];

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
