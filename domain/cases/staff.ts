import {
  Array as ArrayType,
  Integer,
  Object as ObjectType,
  Optional,
  Refine,
  type Static,
  String as StringType,
  Unknown,
} from 'typebox';
import {
  type Checked,
  check,
  choice,
  clearable,
  day,
  isPrintable,
  lines,
  maximum,
  optionalText,
  rule,
  text,
} from '../fields';
import { clientId, isUuid } from '../ids';
import { longestMessage } from './messages';
import {
  type AnswerWay,
  type CaseEventKind,
  type CaseStatus,
  caseStatuses,
  caseStatusKeys,
  invalidChanges,
  isMessageStatus,
  type MessageStatus,
  messageStatuses,
  type StepState,
} from './statuses';

export type Case = StepState & {
  applicationId: string;
  version: number;
  status: CaseStatus;
  assignee: StaffMember | null;
  assigneeAway: boolean;
  followUpOn: string | null;
  overdue: boolean;
  startsOn: string;
  completedAt: string;
  transmittedOn: string | null;
  policyNumber: string | null;
  /** An open withdrawal fits by name or address only: it holds up nothing, and staff decide. */
  withdrawalSuggested: boolean;
  replyUnread: boolean;
  /** A mail about it came back: the address gets no automatic mail until staff write to it. */
  undeliverable: boolean;
  contactName: string;
  email: string;
  phone: string;
  horseName: string;
};

export type StaffMember = { id: string; username: string };

export const caseViews = ['mine', 'unassigned', 'due', 'open', 'done', 'all'] as const;
export type CaseView = (typeof caseViews)[number];
export type CaseCounts = Record<CaseView, number>;
export type CasePage = { cases: Case[]; total: number; totalPages: number };

/** Whether the mail with a message was sent; null: it no longer exists. */
export type MessageDelivery = 'bounced' | 'failed' | 'pending' | 'sent';

export type CaseEvent = {
  id: string;
  at: string;
  /** Null: the applicant, or the product itself. */
  actor: string | null;
  kind: CaseEventKind;
  old: string | null;
  new: string | null;
  /** The reason of a step, a note, or an answer; null also for a note that was removed. */
  text: string | null;
  also: { kind: CaseEventKind; old: string | null; new: string | null }[];
  message: { subject: string; body: string; delivery: MessageDelivery | null } | null;
  way: AnswerWay | null;
  /** Of a mail that was answered: how many files it had, which are not taken. */
  attachments: number | null;
};

export const longestNote = 2_000;

export const newNote = ObjectType({
  id: clientId,
  text: lines('Bitte schreiben Sie etwas in die Notiz', longestNote),
});
export type NewNote = Static<typeof newNote>;

export const assignee = clearable('Bitte wählen Sie jemanden aus dem Team', isUuid, (id) => id.toLowerCase());
/** In the address of a list; `none`: nobody has the cases. */
export const assigneeFilter = rule(
  optionalText(maximum.short),
  (id) => !id || id === 'none' || isUuid(id),
  invalidChanges.assignee,
);
export const followUp = day(invalidChanges.noDay);

/** `#NV`, `folgt` or `000` never is one. */
export function isPolicyNumber(text: string): boolean {
  return /[1-9]/.test(text.normalize('NFKC'));
}

const isShort = (value: string) => value.length <= maximum.short && isPrintable(value);
const shortText = clearable(`Bitte geben Sie höchstens ${maximum.short} Zeichen ein`, isShort);
const noNumber = 'Eine Versicherungsscheinnummer hat mindestens eine Ziffer außer Null';
const seenVersion = Integer({ minimum: 1, errorMessage: 'Bitte laden Sie den Vorgang neu' });

export const caseChange = ObjectType({
  version: seenVersion,
  status: Optional(choice([...caseStatusKeys], 'Diesen Stand gibt es nicht')),
  reason: optionalText(maximum.text),
  assigneeId: assignee,
  followUpOn: Optional(followUp),
  policyNumber: Optional(rule(shortText, (value) => !value || isPolicyNumber(value), noNumber)),
  message: Optional(Unknown()),
});
export type CaseChangeRequest = Static<typeof caseChange>;

const someIds = 1_000;
const someIdsMessage = `Bitte geben Sie die Vorgänge als Liste von höchstens ${someIds} Nummern an`;

export const nextRequest = ObjectType({
  skip: Optional(ArrayType(clientId, { maxItems: someIds, errorMessage: someIdsMessage })),
});

const most = 200;
const some = { minItems: 1, maxItems: most, errorMessage: `Bitte wählen Sie 1 bis ${most} Vorgänge` };

export const bulkChange = ObjectType({
  cases: ArrayType(ObjectType({ id: clientId, version: seenVersion }), some),
  assigneeId: assignee,
  followUpOn: Optional(followUp),
});
export type BulkRequest = Static<typeof bulkChange>;

export type Skipped = { id: string; reason: string };

export type BulkResult = {
  changed: number;
  /** Those that were not; one that is so already is in neither. */
  skipped: Skipped[];
};

export const unknownCase = 'Diesen Vorgang gibt es nicht.';

export function staleSentence(username: string | null): string {
  const by = username === null ? 'durch eine Antwort' : `von ${username}`;
  return `Dieser Vorgang wurde inzwischen ${by} geändert.`;
}

const uuid = Refine(StringType(), isUuid, () => 'Eine Antragsnummer ist keine UUID');
export const applicationIds = ArrayType(uuid, { errorMessage: 'Bitte geben Sie die Anträge als Liste an' });

const message = {
  subject: text('Bitte geben Sie einen Betreff ein', longestMessage.subject),
  body: lines('Bitte schreiben Sie eine Nachricht', longestMessage.body),
};
const newMessage = ObjectType({ id: clientId, ...message });
export type NewMessage = Static<typeof newMessage>;
export type StepMessage = NewMessage & { status: MessageStatus };

export const messagePreview = ObjectType({
  status: choice([...messageStatuses], 'Zu diesem Stand gibt es keine Nachricht'),
  ...message,
});
export type MessagePreview = Static<typeof messagePreview>;

export type PreviewedMail = { subject: string; html: string; text: string };

/** Null if there is no message: whether the step needs one is decided with the step. */
export function checkMessage(status: CaseStatus | undefined, given: unknown): Checked<StepMessage | null> {
  if (given === undefined || given === null) return { ok: true, value: null };
  if (status === undefined || !isMessageStatus(status)) return { ok: false, errors: [misplaced] };
  const checked = check(newMessage, given);
  if (checked.ok) return { ok: true, value: { ...checked.value, status } };
  const errors = checked.errors.map(({ path, message }) => ({ path: `message.${path}`, message }));
  return { ok: false, errors };
}

const labels = messageStatuses.map((status) => `„${caseStatuses[status].label}“`);
const misplaced = {
  path: 'message',
  message: `Eine Nachricht geht nur zusammen mit dem Stand ${labels.slice(0, -1).join(', ')} oder ${labels.at(-1)}`,
};
