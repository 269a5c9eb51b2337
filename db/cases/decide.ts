/** What a change makes of a case, decided without the database. Days are `YYYY-MM-DD` in Berlin. */
import {
  blockOf,
  type CaseEventKind,
  type CaseStatus,
  caseStatuses,
  followUpOf,
  invalidChanges,
  isDone,
  needsReason,
  type StepBlock,
} from '#domain/cases/statuses';
import type { CaseRecord } from './find';

/** What is left out stays as it is. */
export type CaseChange = {
  /** The version that the user saw; null: whatever it is. */
  version: number | null;
  status?: CaseStatus;
  /** Why it takes this step. */
  reason?: string;
  assigneeId?: string | null;
  followUpOn?: string;
  policyNumber?: string | null;
  /** The day on which it was transmitted; today by default. */
  transmittedOn?: string;
  /** Whether a message to the applicant comes with it. */
  hasMessage?: boolean;
  /** The step follows from something else, so no rule of steps refuses it. */
  forced?: true;
};

/** A case before a change, with the name of its assignee. */
export type CaseState = {
  record: CaseRecord;
  assignee: string | null;
  adviceOwed: boolean;
  withdrawalOpen: number;
  restrictedAt: number | null;
};

export type CaseValues = Pick<
  CaseRecord,
  'status' | 'assigneeId' | 'followUpOn' | 'transmittedOn' | 'policyNumber'
>;

export type Difference = { kind: CaseEventKind; old: string | null; new: string | null };

export type RefusedChange =
  | { kind: 'blocked'; block: StepBlock; from: CaseStatus; to: CaseStatus }
  /** `message` is for the user. */
  | { kind: 'invalid'; field: 'reason' | 'followUpOn' | 'assigneeId' | 'message'; message: string };

export type Decision =
  | RefusedChange
  | { kind: 'stale' }
  /** The most important difference first; none: nothing changes. */
  | { kind: 'allowed'; values: CaseValues; differences: Difference[] };

/** `assignee` is the name of the account that the change names. */
export function decideChange(
  state: CaseState,
  change: CaseChange,
  { assignee, today }: { assignee: string | null; today: string },
): Decision {
  const { record } = state;
  if (change.version !== null && change.version !== record.version) return { kind: 'stale' };
  const refused = refusalOf(state, change, today);
  if (refused) return refused;
  if (change.assigneeId && assignee === null) {
    return { kind: 'invalid', field: 'assigneeId', message: invalidChanges.assignee };
  }
  const values = valuesOf(record, change, today);
  return { kind: 'allowed', values, differences: differencesOf(state, values, assignee) };
}

function refusalOf(state: CaseState, change: CaseChange, today: string): RefusedChange | null {
  const from = state.record.status;
  const { status: to = from, followUpOn } = change;
  if (change.status !== undefined && !change.forced) {
    const { adviceOwed, withdrawalOpen, restrictedAt } = state;
    const restricted = restrictedAt !== null;
    const block = blockOf(from, to, { adviceOwed, withdrawalOpen: withdrawalOpen === 1, restricted });
    if (block) return { kind: 'blocked', block, from, to };
    if (restricted && change.hasMessage) return { kind: 'blocked', block: 'restricted', from, to };
    if (needsReason(from, to) && !change.reason) {
      return { kind: 'invalid', field: 'reason', message: invalidChanges.reason };
    }
    if (caseStatuses[to].message === 'required' && !change.hasMessage) {
      return { kind: 'invalid', field: 'message', message: invalidChanges.message };
    }
  }
  if (followUpOn === undefined || followUpOn === state.record.followUpOn) return null;
  if (isDone(to)) return { kind: 'invalid', field: 'followUpOn', message: invalidChanges.done };
  if (followUpOn >= today) return null;
  return { kind: 'invalid', field: 'followUpOn', message: invalidChanges.past };
}

function valuesOf(record: CaseRecord, change: CaseChange, today: string): CaseValues {
  const {
    status = record.status,
    assigneeId = record.assigneeId,
    policyNumber = record.policyNumber,
  } = change;
  const usual = change.status === undefined ? record.followUpOn : followUpOf(status, today);
  const isTransmitted = change.status === 'transmitted';
  return {
    status,
    assigneeId,
    followUpOn: isDone(status) ? null : (change.followUpOn ?? usual),
    transmittedOn: isTransmitted ? (change.transmittedOn ?? today) : record.transmittedOn,
    policyNumber: policyNumber || null,
  };
}

/** Accounts are recorded by their name, which outlives them. */
function differencesOf(
  { record, assignee: before }: CaseState,
  values: CaseValues,
  assignee: string | null,
): Difference[] {
  const after = values.assigneeId === record.assigneeId ? before : assignee;
  const all: Difference[] = [
    { kind: 'status', old: record.status, new: values.status },
    { kind: 'assignee', old: before, new: after },
    { kind: 'follow_up', old: record.followUpOn, new: values.followUpOn },
    { kind: 'policy_number', old: record.policyNumber, new: values.policyNumber },
  ];
  return all.filter((one) => one.old !== one.new);
}
