import type { Calendar } from '../calendar/working-days';
import { keysOf } from '../keys';

/** `followUpDays`: working days until the follow-up by default; null: the case is done. */
export const caseStatuses = {
  new: { label: 'Neu', publicLabel: 'Eingegangen', followUpDays: 1 },
  in_review: { label: 'In Prüfung', publicLabel: 'In Prüfung', followUpDays: 2 },
  inquiry: { label: 'Rückfrage', publicLabel: 'Rückfrage an Sie', followUpDays: 5 },
  transmitted: { label: 'An Versicherer übermittelt', publicLabel: 'Beim Versicherer', followUpDays: 10 },
  issued: { label: 'Policiert', publicLabel: 'Angenommen', followUpDays: null },
  declined: { label: 'Abgelehnt', publicLabel: 'Nicht angenommen', followUpDays: null },
  withdrawn: { label: 'Widerrufen', publicLabel: 'Widerrufen', followUpDays: null },
};
export type CaseStatus = keyof typeof caseStatuses;
export const caseStatusKeys = keysOf(caseStatuses);

export const nextStatuses: Record<CaseStatus, readonly CaseStatus[]> = {
  new: ['in_review', 'inquiry', 'transmitted', 'declined', 'withdrawn'],
  in_review: ['inquiry', 'transmitted', 'declined', 'withdrawn'],
  inquiry: ['in_review', 'transmitted', 'declined', 'withdrawn'],
  transmitted: ['in_review', 'inquiry', 'issued', 'declined', 'withdrawn'],
  issued: ['withdrawn'],
  declined: ['in_review'],
  withdrawn: [],
};

/** With these steps a message goes to the applicant. */
export const stepMessages = {
  inquiry: 'required',
  transmitted: 'offered',
  issued: 'offered',
  declined: 'offered',
} as const;
export type MessageStatus = keyof typeof stepMessages;
export const messageStatuses = keysOf(stepMessages);

export function isMessageStatus(status: CaseStatus): status is MessageStatus {
  return status in stepMessages;
}

export function isDone(status: CaseStatus): boolean {
  return caseStatuses[status].followUpDays === null;
}

/** The day in Berlin, and how days are counted from it. */
export type Today = { today: string; calendar: Calendar };

/** The day of the follow-up for a case that gets this status today; null: it is done. */
export function followUpOf(status: CaseStatus, { today, calendar }: Today): string | null {
  const { followUpDays } = caseStatuses[status];
  return followUpDays === null ? null : calendar.workingDaysAfter(today, followUpDays);
}

/** Whether the policyholder can still be asked: nothing comes of a case that was declined or withdrawn. */
export function asksConfirmation({
  status,
  confirmation,
}: { status: CaseStatus } & Pick<StepState, 'confirmation'>) {
  return confirmation === 'open' && status !== 'declined' && status !== 'withdrawn';
}

export function needsReason(from: CaseStatus, to: CaseStatus): boolean {
  return to === 'declined' || to === 'withdrawn' || from === 'declined';
}

export const confirmationLabels = {
  open: 'Bestätigung offen',
  confirmed: 'Bestätigt',
  refused: 'Nicht beantragt',
} as const;
export type Confirmation = keyof typeof confirmationLabels;

/** Whether an application without the policyholder's answer goes to the insurer, which is `POLICYHOLDER_CONFIRMATION`. */
export type ConfirmationPolicy = 'flag' | 'required';

export type StepState = {
  withdrawalOpen: boolean;
  adviceOwed: boolean;
  restricted: boolean;
  /** Null: the policyholder is the contact, or nobody asked. */
  confirmation: Confirmation | null;
};

/** Why a case may not take a step; null if it may. The same status again is no step. */
export function blockOf(
  from: CaseStatus,
  to: CaseStatus,
  { withdrawalOpen, adviceOwed, restricted, confirmation }: StepState,
  policy: ConfirmationPolicy = 'flag',
): StepBlock | null {
  const isPassedOn = to === 'transmitted' || to === 'issued';
  const unconfirmed = isPassedOn ? confirmationBlock(confirmation, policy) : null;
  // of these two the policyholder's answer is said whatever the status is
  if (!nextStatuses[from].includes(to)) return (from === to ? null : unconfirmed) ?? 'forbidden';
  // a question is a mail
  if (restricted && (to === 'inquiry' || to === 'transmitted')) return 'restricted';
  if (isPassedOn && withdrawalOpen) return 'withdrawal_open';
  if (isPassedOn && adviceOwed && unconfirmed !== 'not_applied') return 'advice_owed';
  return unconfirmed;
}

function confirmationBlock(confirmation: StepState['confirmation'], policy: ConfirmationPolicy) {
  if (confirmation === 'refused') return 'not_applied';
  return confirmation === 'open' && policy === 'required' ? 'confirmation_open' : null;
}

export const blockLabels = {
  restricted: 'Löschung beantragt',
  withdrawal_open: 'Widerruf eingegangen',
  not_applied: confirmationLabels.refused,
  advice_owed: 'Beratung offen',
  confirmation_open: confirmationLabels.open,
};
export type StepBlock = 'forbidden' | keyof typeof blockLabels;

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

export const caseEventLabels = {
  status: 'Stand',
  assignee: 'Bearbeiter',
  follow_up: 'Wiedervorlage',
  policy_number: 'Versicherungsscheinnummer',
  note: 'Notiz',
  answer: 'Antwort auf Rückfrage',
  undeliverable: 'E-Mail kam zurück',
  foreign_reply: 'Antwort von einer anderen Adresse',
  automatic_reply: 'Automatische Antwort',
  encrypted_reply: 'Verschlüsselte Antwort, bitte im Postfach lesen',
  unreadable_reply: 'Antwort nicht lesbar, bitte im Postfach lesen',
  more_replies: 'Weitere Antworten im Postfach',
  confirmation: 'Bestätigung des Versicherungsnehmers',
} as const;
export type CaseEventKind = keyof typeof caseEventLabels;
/** An answer by mail of which nothing is stored. */
export type UnreadReply = Extract<CaseEventKind, 'encrypted_reply' | 'unreadable_reply' | 'more_replies'>;
export const answerByMail = 'Antwort per E-Mail';

export type AnswerWay = 'page' | 'email';

/** Who answered, if not the contact: `new` of the event. */
export const otherAnswerer = 'policyholder';
