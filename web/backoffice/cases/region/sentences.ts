/** The rows of the history as the ends of German deeds: who did it, and `hat`, stand before them. */

import { productActors } from '#domain/accounts/actors';
import type { CaseEvent } from '#domain/cases/staff';
import {
  answerByMail,
  type CaseEventKind,
  type CaseStatus,
  caseEventLabels,
  caseStatuses,
  otherAnswerer,
} from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';

type Fact = { old: string | null; new: string | null };

/** What came by mail is named, because nobody of the staff did it; null: the row is a deed. */
export function nameOf({ kind, way, new: who }: Pick<CaseEvent, 'kind' | 'way' | 'new'>): string | null {
  if (kind === 'answer' && way !== 'email') return null;
  if (kind === 'answer')
    return who === otherAnswerer ? `${answerByMail} (Versicherungsnehmer)` : answerByMail;
  return kind === 'note' || isChange(kind) ? null : caseEventLabels[kind];
}

export function leftOut(attachments: number): string {
  return `${attachments === 1 ? '1 Anhang wurde' : `${attachments} Anhänge wurden`} nicht übernommen`;
}

/** `antje` and `…`; without a person the sentence says what happened. */
export function deedOf({ kind, actor, text, ...fact }: CaseEvent): string {
  if (kind === 'answer') return 'auf die Rückfrage geantwortet';
  if (kind === 'note') return text === null ? 'eine Notiz geschrieben, die entfernt wurde' : 'notiert';
  return isChange(kind) ? deeds[kind](fact, actor) : caseEventLabels[kind];
}

export function furtherDeedsOf({ also, actor, kind }: CaseEvent): string[] {
  // an answer leads to a step and a follow-up of its own
  const by = kind === 'answer' ? null : actor;
  return also.flatMap((one) => (isChange(one.kind) ? [deeds[one.kind](one, by)] : []));
}

export function subjectOf({ kind, actor }: CaseEvent): string | null {
  return kind === 'answer' ? productActors.applicant : actor;
}

type Changed = 'status' | 'assignee' | 'follow_up' | 'policy_number';

const isChange = (kind: CaseEventKind): kind is Changed => kind in deeds;

const deeds: Record<Changed, (fact: Fact, actor: string | null) => string> = {
  status: ({ old, new: later }) =>
    old === null
      ? `den Vorgang mit dem Stand „${statusOf(later)}“ angelegt`
      : `den Stand von „${statusOf(old)}“ auf „${statusOf(later)}“ gesetzt`,
  assignee: ({ old, new: later }, actor) => {
    if (later === null) return `die Zuweisung an ${old ?? '-'} aufgehoben`;
    if (later === actor) return old === null ? 'den Vorgang übernommen' : `den Vorgang von ${old} übernommen`;
    if (old === null) return `den Vorgang ${later} zugewiesen`;
    return `den Vorgang ${old === actor ? '' : `von ${old} `}an ${later} übergeben`;
  },
  follow_up: ({ old, new: later }) => {
    if (later === null) return 'die Wiedervorlage beendet';
    if (old === null) return `die Wiedervorlage auf den ${formatDay(later)} gelegt`;
    return `die Wiedervorlage vom ${formatDay(old)} auf den ${formatDay(later)} gelegt`;
  },
  policy_number: ({ old, new: later }) => {
    if (later === null) return `die Versicherungsscheinnummer ${old ?? '-'} entfernt`;
    if (old === null) return `die Versicherungsscheinnummer ${later} eingetragen`;
    return `die Versicherungsscheinnummer von ${old} in ${later} geändert`;
  },
};

function statusOf(key: string | null): string {
  // keys of a later version of the product are shown as they are
  return caseStatuses[key as CaseStatus]?.label ?? key ?? '-';
}
