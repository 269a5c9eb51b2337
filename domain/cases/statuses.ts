/** The life of a case: its statuses, which may follow which, and when staff look at it again. */
import { workingDaysAfter } from '../dates';
import { keysOf } from '../keys';

type Rule<Status extends string> = {
  label: string;
  /** What the applicant reads. */
  publicLabel: string;
  /** What may follow. */
  next: readonly Status[];
  /** Working days until the follow-up by default; null: the case is done. */
  followUpDays: number | null;
  /** Whether staff tell the applicant by a message. */
  message: 'required' | 'offered' | 'none';
};

export const caseStatuses = statusTable({
  new: {
    label: 'Neu',
    publicLabel: 'Eingegangen',
    next: ['in_review', 'inquiry', 'transmitted', 'declined', 'withdrawn'],
    followUpDays: 1,
    message: 'none',
  },
  in_review: {
    label: 'In Prüfung',
    publicLabel: 'In Prüfung',
    next: ['inquiry', 'transmitted', 'declined', 'withdrawn'],
    followUpDays: 2,
    message: 'none',
  },
  inquiry: {
    label: 'Rückfrage',
    publicLabel: 'Rückfrage an Sie',
    next: ['in_review', 'transmitted', 'declined', 'withdrawn'],
    followUpDays: 5,
    message: 'required',
  },
  transmitted: {
    label: 'An Versicherer übermittelt',
    publicLabel: 'Beim Versicherer',
    next: ['in_review', 'inquiry', 'issued', 'declined', 'withdrawn'],
    followUpDays: 10,
    message: 'offered',
  },
  issued: {
    label: 'Policiert',
    publicLabel: 'Angenommen',
    next: ['withdrawn'],
    followUpDays: null,
    message: 'offered',
  },
  declined: {
    label: 'Abgelehnt',
    publicLabel: 'Nicht angenommen',
    next: ['in_review'],
    followUpDays: null,
    message: 'offered',
  },
  withdrawn: {
    label: 'Widerrufen',
    publicLabel: 'Widerrufen',
    next: [],
    followUpDays: null,
    message: 'none',
  },
});
export type CaseStatus = keyof typeof caseStatuses;
export const caseStatusKeys = keysOf(caseStatuses);

/** Only its own statuses may follow in a table. */
function statusTable<Status extends string>(table: Record<Status, Rule<NoInfer<Status>>>) {
  return table;
}

/** The statuses that staff can tell the applicant about. */
export const messageStatuses = ['inquiry', 'transmitted', 'issued', 'declined'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export function isMessageStatus(status: CaseStatus): status is MessageStatus {
  return messageStatuses.some((one) => one === status);
}

export function isDone(status: CaseStatus): boolean {
  return caseStatuses[status].followUpDays === null;
}

/** The day of the follow-up for a case that gets this status today; null: it is done. */
export function followUpOf(status: CaseStatus, today: string): string | null {
  const { followUpDays } = caseStatuses[status];
  return followUpDays === null ? null : workingDaysAfter(today, followUpDays);
}

/** Whether the step from one status to another needs a reason. */
export function needsReason(from: CaseStatus, to: CaseStatus): boolean {
  return to === 'declined' || to === 'withdrawn' || from === 'declined';
}

export type StepBlock = 'forbidden' | 'restricted' | 'withdrawal_open' | 'advice_owed';

/** What may keep a case from a step. */
export type StepState = {
  withdrawalOpen: boolean;
  adviceOwed: boolean;
  /** Its person asked to erase it: no mail, no hand-over. */
  restricted: boolean;
};

/** Why a case may not take a step; null if it may. The same status again is no step. */
export function blockOf(
  from: CaseStatus,
  to: CaseStatus,
  { withdrawalOpen, adviceOwed, restricted }: StepState,
): StepBlock | null {
  if (!caseStatuses[from].next.includes(to)) return 'forbidden';
  // a question is a mail
  if (restricted && (to === 'inquiry' || to === 'transmitted')) return 'restricted';
  if (to !== 'transmitted' && to !== 'issued') return null;
  if (withdrawalOpen) return 'withdrawal_open';
  return adviceOwed ? 'advice_owed' : null;
}

/** What keeps an application from being handed over, in the words of badges and refusals. */
export const blockLabels = {
  restricted: 'Löschung beantragt',
  withdrawal_open: 'Widerruf eingegangen',
  advice_owed: 'Beratung offen',
};

/** The sentence that refuses a step. */
export function blockSentence(block: StepBlock, from: CaseStatus, to: CaseStatus): string {
  if (block !== 'forbidden') return blockLabels[block];
  return `Von „${caseStatuses[from].label}“ nach „${caseStatuses[to].label}“ geht es nicht.`;
}

/** What is wrong with a change that could be right with other entries. */
export const invalidChanges = {
  reason: 'Bitte nennen Sie einen Grund',
  noDay: 'Bitte geben Sie einen Tag für die Wiedervorlage an',
  past: 'Bitte wählen Sie einen Tag ab heute',
  done: 'Ein erledigter Vorgang hat keine Wiedervorlage',
  assignee: 'Diese Person gibt es im Team nicht',
  message: 'Eine Rückfrage braucht eine Nachricht',
} as const;

/** What a row of the history is about. */
const caseEventKinds = {
  status: 'Stand',
  assignee: 'Bearbeiter',
  follow_up: 'Wiedervorlage',
  policy_number: 'Versicherungsscheinnummer',
  note: 'Notiz',
  answer: 'Antwort auf Rückfrage',
} as const;
export type CaseEventKind = keyof typeof caseEventKinds;
