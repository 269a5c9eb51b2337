/** How the fields of forms are labelled, and how what was entered is shown. */
import { formatDay } from './dates';
import { typeset } from './format';

export type Fact = { label: string; value: string | null };

export type Field = {
  label: string;
  readLabel?: string;
  /** Shown in one line with the previous field. */
  joined?: true;
  /** The kind of entry, unless any text is allowed. A `code` has capitals and digits, like an IBAN. */
  kind?: 'date' | 'email' | 'phone' | 'digits' | 'code';
  options?: Readonly<Record<string, string>>;
  /** Their labels where the value is shown, if different; an empty one is not shown. */
  readOptions?: Readonly<Record<string, string>>;
  hint?: string | readonly string[];
  placeholder?: string;
  autoComplete?: string;
};

/** A checkbox. `label` is its name in a list of errors. */
export type Consent = { label: string; sentence: string };

/** The fields of a data set in the order of its form; booleans are consents. */
export type Fields<Input> = {
  [Name in keyof Input]-?: NonNullable<Input[Name]> extends boolean ? Consent : Field;
};

/** What somebody has typed, chosen and ticked in them, right or wrong. */
export type Entries<Input> = {
  [Name in keyof Input]-?: NonNullable<Input[Name]> extends boolean ? boolean : string;
};

type Unread = Consent | { joined: true };
type Facts<Of> = { [Name in keyof Of as Of[Name] extends Unread ? never : Name]: Fact };

/** The entered values, keyed by the first field of each line, in the order of the form; without the consents. */
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
  // the keys are those of `fields`, which the compiler cannot follow through the loop
  return facts as Facts<Of>;
}

export function isConsent(field: Field | Consent): field is Consent {
  return 'sentence' in field;
}

function shown({ kind, options, readOptions }: Field, entered: unknown): string | null {
  const text = String(entered ?? '');
  const label = readOptions?.[text] ?? options?.[text];
  // what somebody typed stays as it is
  if (label !== undefined) return typeset(label) || null;
  return (kind === 'date' ? formatDay(text) : text) || null;
}
