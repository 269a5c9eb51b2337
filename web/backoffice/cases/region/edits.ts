/** What a user has entered about a case but not saved, and what is sent of it. Days are `YYYY-MM-DD`. */
import { usualFollowUp, wrongIn } from '#domain/cases/decide';
import { type Case, type CaseChangeRequest, caseChange, type NewMessage } from '#domain/cases/staff';
import {
  type CaseStatus,
  caseStatuses,
  isDone,
  type MessageStatus,
  needsReason,
  type Today,
} from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';
import { check, type FieldError, tidied } from '#domain/fields';

export const caseLabels = {
  status: 'Stand',
  reason: 'Grund',
  assigneeId: 'Bearbeiter',
  followUpOn: 'Wiedervorlage',
  policyNumber: 'Versicherungsscheinnummer',
};
export type CaseField = keyof typeof caseLabels;
/** The fields as their controls have them; an empty text is none. */
type CaseValues = Record<CaseField, string> & { status: CaseStatus };
export type CaseEdits = Partial<CaseValues>;
/** All that the two forms of a case hold: each step with a message has texts of its own, and a chosen template. */
export type TypedCase = CaseValues & { sends: boolean } & {
  [Name in `${MessageStatus}.${'template' | 'subject' | 'body'}`]?: string;
};
type CaseChanges = Omit<CaseChangeRequest, 'version' | 'message'>;
export type SentChange = Omit<CaseChangeRequest, 'message'> & { message?: NewMessage };

/** What the controls show. A new status proposes its follow-up until the user enters another one. */
export function valuesOf(base: Case, edits: CaseEdits, now: Today): CaseValues {
  const status = edits.status ?? base.status;
  return {
    status,
    reason: edits.reason ?? '',
    assigneeId: edits.assigneeId ?? base.assignee?.id ?? '',
    followUpOn: isDone(status) ? '' : (edits.followUpOn ?? usualFollowUp(base, status, now) ?? ''),
    policyNumber: edits.policyNumber ?? base.policyNumber ?? '',
  };
}

export function editsOf(entered: object): CaseEdits {
  return Object.fromEntries(Object.entries(entered).filter(([name]) => name in caseLabels));
}

/** The entries that a change was made of: what a step proposes is none, and an assignment may stand alone. */
export function wantedIn({ version: _, message: __, ...sent }: SentChange, edits: CaseEdits): CaseEdits {
  const texts = Object.entries(sent).map(([field, value]) => [field, value ?? '']);
  const { followUpOn, ...others }: CaseEdits = Object.fromEntries(texts);
  return edits.followUpOn === undefined ? others : { ...others, followUpOn };
}

export function asksReason(base: Case, { status }: CaseValues): boolean {
  return status !== base.status && needsReason(base.status, status);
}

export function changesOf(base: Case, edits: CaseEdits, now: Today): CaseChanges {
  const values = valuesOf(base, edits, now);
  const { status, reason, assigneeId, followUpOn, policyNumber } = values;
  const changes: CaseChanges = {};
  if (status !== base.status) changes.status = status;
  if (asksReason(base, values)) changes.reason = tidied(reason);
  if (assigneeId !== (base.assignee?.id ?? '')) changes.assigneeId = assigneeId || null;
  if (!isDone(status) && followUpOn !== usualFollowUp(base, status, now)) changes.followUpOn = followUpOn;
  const number = tidied(policyNumber);
  if (number !== (base.policyNumber ?? '')) changes.policyNumber = number || null;
  return changes;
}

/** What is sent: also the follow-up that the controls propose for a step, because the server may have another day. */
export function sentOf(base: Case, edits: CaseEdits, now: Today): CaseChanges {
  const changes = changesOf(base, edits, now);
  const { followUpOn } = valuesOf(base, edits, now);
  return changes.status && followUpOn ? { ...changes, followUpOn } : changes;
}

/** What the server would refuse, so that the user learns it before writing a message. */
export function errorsIn(base: Case, changes: CaseChanges, today: string): FieldError[] {
  const checked = check(caseChange, { version: base.version, ...changes });
  const errors = checked.ok ? [] : checked.errors;
  // of a step, a past day is wrong even if it is the stored one
  const wrong = wrongIn({ ...base, followUpOn: null }, { ...changes, hasMessage: true }, today);
  return [...errors, ...wrong.filter(({ path }) => !errors.some((one) => one.path === path))];
}

export type Difference = {
  field: CaseField;
  label: string;
  /** Null: the user has not touched it. */
  mine: string | null;
  theirs: string;
};

export function differencesOf(
  { base, wanted, ...now }: Today & { base: Case; wanted: CaseEdits },
  current: Case,
  names: ReadonlyMap<string, string>,
): Difference[] {
  const after = valuesOf(current, wanted, now);
  // a step brings its own follow-up, which replaces the stored one
  const step = after.status === current.status ? {} : { followUpOn: after.followUpOn };
  const changed = { ...changesOf(base, wanted, now), ...step };
  const [before, stored] = [valuesOf(base, {}, now), valuesOf(current, {}, now)];
  const fields = ['status', 'assigneeId', 'followUpOn', 'policyNumber'] as const;
  return fields.flatMap((field) => {
    const [mine, theirs] = [field in changed ? (changed[field] ?? '') : null, stored[field]];
    if ((mine ?? before[field]) === theirs) return [];
    const read = (value: string) => readable(field, value, names);
    const shown = { mine: mine === null ? null : read(mine), theirs: read(theirs) };
    return [{ field, label: caseLabels[field], ...shown }];
  });
}

function readable(field: CaseField, value: string, names: ReadonlyMap<string, string>): string {
  if (field === 'assigneeId') return names.get(value) ?? '-';
  if (value === '') return '-';
  if (field === 'followUpOn') return formatDay(value);
  // `in` does not narrow a text to a key
  return field === 'status' ? caseStatuses[value as CaseStatus].label : value;
}
