import type { FieldError } from '../fields';
import type { Case, CaseChangeRequest } from './staff';
import {
  type AnswerWay,
  blockOf,
  type CaseEventKind,
  type CaseStatus,
  type ConfirmationPolicy,
  followUpOf,
  invalidChanges,
  isDone,
  isMessageStatus,
  needsReason,
  type otherAnswerer,
  type StepBlock,
  type StepState,
  stepMessages,
  type Today,
  type UnreadReply,
} from './statuses';

type Changeable = Pick<
  Case,
  'status' | 'followUpOn' | 'policyNumber' | 'transmittedOn' | 'replyUnread' | 'undeliverable'
>;
type CaseValues = Changeable & { assigneeId: string | null };
export type CaseState = StepState & Changeable & Pick<Case, 'version' | 'assignee'>;

/** What is left out stays as it is. */
export type CaseChange = Omit<CaseChangeRequest, 'version' | 'message'> & {
  /** The day on which it was transmitted; today by default. */
  transmittedOn?: string;
  hasMessage?: boolean;
  /** The step follows from something else, so no rule of steps refuses it. */
  forced?: true;
  came?: Came;
  /** Whoever makes the change has the case open, so that the answer is read. */
  reads?: true;
};

/** What the event is about: an answer, what came in place of one, or a mail of ours that came back, and why. */
export type Came = {
  kind: 'answer' | UnreadReply | 'undeliverable';
  text?: string;
  way?: AnswerWay;
  /** Left out: the contact. */
  by?: typeof otherAnswerer;
  attachments?: number;
};

type Difference = { kind: CaseEventKind; old: string | null; new: string | null };

export type RefusedChange =
  | { kind: 'stale' }
  | { kind: 'blocked'; block: StepBlock; from: CaseStatus; to: CaseStatus }
  | { kind: 'invalid'; error: FieldError };

export type Decision =
  | RefusedChange
  /** Values that differ. The most important difference is first; without one there is no event and no new version. */
  | { kind: 'allowed'; values: Partial<CaseValues>; differences: Difference[] };

type Known = Today & {
  /** The version that the user saw; null: whatever it is. */
  version: number | null;
  /** The name of the account that the change names; null: there is none. */
  assignee: string | null;
  policy?: ConfirmationPolicy;
};

export function decideChange(state: CaseState, change: CaseChange, known: Known): Decision {
  const { version, assignee, today, policy } = known;
  if (version !== null && version !== state.version) return { kind: 'stale' };
  const { status: from, restricted } = state;
  const { status: to, forced, hasMessage } = change;
  if (to && !forced) {
    const block = blockOf(from, to, state, policy) ?? (restricted && hasMessage ? 'restricted' : null);
    if (block) return { kind: 'blocked', block, from, to };
  }
  const [error] = wrongIn(state, change, today);
  if (error) return { kind: 'invalid', error };
  if (change.assigneeId && assignee === null)
    return { kind: 'invalid', error: { path: 'assigneeId', message: invalidChanges.assignee } };
  const values = valuesAfter(state, change, known);
  const before = valuesOf(state);
  const changed = Object.entries(values).filter(([name, value]) => value !== Reflect.get(before, name));
  return {
    kind: 'allowed',
    values: Object.fromEntries(changed),
    differences: differencesOf(state, change, values, assignee),
  };
}

export function wrongIn(state: CaseState, change: CaseChange, today: string): FieldError[] {
  const { status: from } = state;
  const { status: to = from, followUpOn } = change;
  const errors: FieldError[] = [];
  if (change.status !== undefined && !change.forced) {
    if (needsReason(from, to) && !change.reason)
      errors.push({ path: 'reason', message: invalidChanges.reason });
    if (isMessageStatus(to) && stepMessages[to] === 'required' && !change.hasMessage)
      errors.push({ path: 'message', message: invalidChanges.message });
  }
  if (followUpOn === undefined || followUpOn === state.followUpOn) return errors;
  if (isDone(to)) errors.push({ path: 'followUpOn', message: invalidChanges.done });
  else if (followUpOn < today) errors.push({ path: 'followUpOn', message: invalidChanges.past });
  return errors;
}

export function usualFollowUp(
  { status, followUpOn }: Pick<CaseState, 'status' | 'followUpOn'>,
  to: CaseStatus,
  now: Today,
): string | null {
  return to === status ? followUpOn : followUpOf(to, now);
}

function valuesOf({ assignee, ...state }: CaseState): CaseValues {
  return { ...state, assigneeId: assignee?.id ?? null };
}

function valuesAfter(state: CaseState, change: CaseChange, now: Today): CaseValues {
  const before = valuesOf(state);
  const { came, reads } = change;
  const {
    status = before.status,
    assigneeId = before.assigneeId,
    policyNumber = before.policyNumber,
  } = change;
  const usual = usualFollowUp(state, status, now);
  const isTransmitted = change.status === 'transmitted';
  return {
    status,
    assigneeId,
    followUpOn: isDone(status) ? null : (change.followUpOn ?? usual),
    transmittedOn: isTransmitted ? (change.transmittedOn ?? now.today) : before.transmittedOn,
    policyNumber: policyNumber || null,
    replyUnread: (came && came.kind !== 'undeliverable') || (before.replyUnread && !reads),
    undeliverable: came?.kind === 'undeliverable' || before.undeliverable,
  };
}

/** Accounts are recorded by their name, which outlives them. */
function differencesOf(state: CaseState, { came }: CaseChange, values: CaseValues, assignee: string | null) {
  const before = state.assignee?.username ?? null;
  const after = values.assigneeId === (state.assignee?.id ?? null) ? before : assignee;
  const all: Difference[] = [
    { kind: 'status', old: state.status, new: values.status },
    { kind: 'assignee', old: before, new: after },
    { kind: 'follow_up', old: state.followUpOn, new: values.followUpOn },
    { kind: 'policy_number', old: state.policyNumber, new: values.policyNumber },
  ];
  const news: Difference[] = came ? [{ kind: came.kind, old: null, new: came.by ?? null }] : [];
  return [...news, ...all.filter((one) => one.old !== one.new)];
}
