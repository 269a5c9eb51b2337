/** How people enter and read the fields of a data set. Which values are right is said by its schema. */
import { formatDay } from './dates';

/** A label with its value; null when there is none. */
export type Fact = { label: string; value: string | null };

export type Field = {
  /** Beside the control of the form. */
  label: string;
  /** Where the value is read, if it differs. */
  readLabel?: string;
  /** Read in one line with the field before. */
  joined?: true;
  /** What is entered, unless it is any text; a `code` has capitals and digits, like an IBAN. */
  kind?: 'date' | 'email' | 'phone' | 'digits' | 'code';
  /** The choices, by value. */
  options?: Readonly<Record<string, string>>;
  hint?: string;
  placeholder?: string;
  /** As in HTML. */
  autoComplete?: string;
};

/** A box to tick. `label` is its name in a list of errors. */
export type Consent = { label: string; sentence: string };

/** The fields of a data set in the order of its form; those that are true or false are consents. */
export type Fields<Input> = { [Name in keyof Input]-?: Input[Name] extends boolean ? Consent : Field };

type Unread = Consent | { joined: true };
type Facts<Of> = { [Name in keyof Of as Of[Name] extends Unread ? never : Name]: Fact };

/** What was entered, by the first field of each line, in the order of the form; without the consents. */
export function factsOf<Of extends Record<string, Field | Consent>>(
  fields: Of,
  entered: { readonly [Name in keyof Of]?: unknown },
): Facts<Of> {
  const facts: Record<string, Fact> = {};
  let line: Fact = { label: '', value: null };
  for (const [name, field] of Object.entries(fields)) {
    if (isConsent(field)) continue;
    const value = shown(field, entered[name]);
    if (field.joined) line.value = [line.value, value].filter(Boolean).join(' ') || null;
    else facts[name] = line = { label: field.readLabel ?? field.label, value };
  }
  // the names are those of `fields`, which the compiler cannot follow through the loop
  return facts as Facts<Of>;
}

export function isConsent(field: Field | Consent): field is Consent {
  return 'sentence' in field;
}

function shown({ kind, options }: Field, entered: unknown): string | null {
  const text = String(entered ?? '');
  return (kind === 'date' ? formatDay(text) : (options?.[text] ?? text)) || null;
}
