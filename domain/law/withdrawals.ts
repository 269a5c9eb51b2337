import { Object as ObjectType, type Static } from 'typebox';
import { berlinDay, formatDay } from '../dates';
import { type Fact, type Fields, factsOf } from '../facts';
import { optionalText, rule, text } from '../fields';
import { emailRule } from '../people';

const longest = { name: 200, contract: 100 } as const;
const noAddressMessage = 'Bitte geben Sie hier keine Internetadresse ein';

/** The entries go into a mail to an address that anyone may type, so they must not advertise anything there. */
export const withdrawalRequest = ObjectType({
  name: rule(text('Bitte geben Sie Ihren Namen ein', longest.name), hasNoAddress, noAddressMessage),
  email: emailRule,
  contract: rule(
    optionalText(longest.contract),
    (number) => !number || hasNoAddress(number),
    noAddressMessage,
  ),
});
export type WithdrawalRequest = Static<typeof withdrawalRequest>;

export type WithdrawalEntries = Record<keyof WithdrawalRequest, string>;

export const withdrawalFields = {
  name: { label: 'Name', autoComplete: 'name' },
  email: {
    label: 'E-Mail für die Eingangsbestätigung',
    readLabel: 'E-Mail',
    kind: 'email',
    autoComplete: 'email',
  },
  contract: {
    label: 'Antrags- oder Versicherungsnummer (falls zur Hand)',
    readLabel: 'Antrags- oder Versicherungsnummer',
    hint: 'Sie steht in der Bestätigung Ihres Antrags und im Versicherungsschein. Es geht auch ohne.',
    autoComplete: 'off',
  },
} satisfies Fields<WithdrawalRequest>;

export type Declaration = { name: string; email: string; contract: string | null };

export type Receipt = Declaration & { id: string; receivedAt: string };

export function declarationFacts({ name, email, contract }: Declaration): Fact[] {
  const entered = { name, email, contract: contract ?? 'Nicht angegeben' };
  return Object.values(factsOf(withdrawalFields, entered));
}

/** The heading of everything that confirms a receipt: page, mail and PDF. */
export const receivedTitle = 'Ihr Widerruf ist eingegangen';

const clock = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `Eingegangen am 20.11.2026 um 14:03:27 Uhr`, in German time, for an ISO 8601 instant. */
export function receivedSentence(iso: string): string {
  const instant = new Date(iso);
  return `Eingegangen am ${formatDay(berlinDay(instant))} um ${clock.format(instant)} Uhr`;
}

export function receiptName(id: string): string {
  return `Widerruf-${id.slice(0, 8)}.pdf`;
}

/** How a withdrawal was matched with an application; `suggested` by name or address only. */
export type WithdrawalMatch = 'exact' | 'number' | 'suggested' | 'none';

export const withdrawalOutcomes = {
  effective: 'Wirksam',
  late: 'Verspätet',
  unmatched: 'Nicht zuzuordnen',
  duplicate: 'Doppelt',
} as const;

export type WithdrawalOutcome = keyof typeof withdrawalOutcomes;

function hasNoAddress(given: string): boolean {
  return !/:\/\/|www\./i.test(given.normalize('NFKC'));
}
