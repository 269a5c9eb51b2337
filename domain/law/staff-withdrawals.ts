import {
  Array as ArrayType,
  Null,
  Object as ObjectType,
  type Static,
  String as StringType,
  Union,
} from 'typebox';
import type { Skipped } from '../cases/staff';
import { choice, maximum, optionalText, rule } from '../fields';
import { clientId, isUuid } from '../ids';
import { keysOf } from '../keys';
import type { Counted } from '../lists';
import {
  type Receipt,
  type WithdrawalMatch,
  type WithdrawalOutcome,
  withdrawalOutcomes,
} from './withdrawals';

export type Withdrawal = Receipt & {
  applicationId: string | null;
  match: WithdrawalMatch;
  /** When staff chose the application, or none; null: the product did. */
  assignedAt: string | null;
  outcome: WithdrawalOutcome | null;
  note: string | null;
  closedAt: string | null;
};

export type WithdrawalPage = Counted & { withdrawals: Withdrawal[]; open: number };

export const withdrawalStates = ['open', 'closed'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

const assignmentMessage = 'Bitte geben Sie eine ganze Antragsnummer an, oder keine';

/** Body of `assign`; null takes the application away. */
export const withdrawalAssignment = ObjectType({
  applicationId: rule(
    Union([StringType(), Null()], { errorMessage: assignmentMessage }),
    (id) => id === null || isUuid(id),
    assignmentMessage,
  ),
});

const outcomes = keysOf(withdrawalOutcomes);

export const withdrawalClosing = ObjectType({
  outcome: choice(outcomes, 'Bitte wählen Sie ein Ergebnis'),
  note: optionalText(maximum.text),
});
export type WithdrawalClosing = Static<typeof withdrawalClosing>;

const mostAtOnce = 200;

export const withdrawalsClosing = ObjectType({
  ids: ArrayType(clientId, {
    minItems: 1,
    maxItems: mostAtOnce,
    errorMessage: `Bitte wählen Sie 1 bis ${mostAtOnce} Widerrufe`,
  }),
  ...withdrawalClosing.properties,
});

export type WithdrawalsClosed = { closed: number; skipped: Skipped[] };

export const withdrawalRefusals = {
  unknown: 'Diesen Widerruf gibt es nicht.',
  closed: 'Dieser Widerruf ist bereits abgeschlossen.',
};

/** Shown with an application while one of its withdrawals holds it up, or is effective. */
export const withdrawalWarning = 'Widerruf eingegangen: nicht weitergeben, Lastschrift stoppen';

export const suggestedWithdrawal = 'Möglicher Widerruf';

export const matchLabels: Record<WithdrawalMatch, string> = {
  exact: 'Nummer und Person passen',
  number: 'Nur die Nummer passt',
  suggested: 'Vorschlag: Name oder E-Mail passt',
  none: 'Keine Zuordnung',
};
