import type { Case, Skipped as SkippedCase } from '#domain/cases/staff';
import {
  blockLabels,
  type CaseStatus,
  caseStatuses,
  confirmationLabels,
  type StepState,
} from '#domain/cases/statuses';
import { shortId } from '#domain/ids';
import { suggestedWithdrawal } from '#domain/law/staff-withdrawals';
import { Badge, type BadgeTone } from '../../ui/notices';
import { SkippedRows } from '../table/selection';

const tones: Record<CaseStatus, BadgeTone> = {
  new: 'waiting',
  in_review: 'waiting',
  inquiry: 'waiting',
  transmitted: 'positive',
  issued: 'positive',
  declined: 'neutral',
  withdrawn: 'neutral',
};

export function CaseStatusBadge({ status }: Pick<Case, 'status'>) {
  return <Badge tone={tones[status]}>{caseStatuses[status].label}</Badge>;
}

export function SuggestionFlag({ withdrawalSuggested }: Pick<Case, 'withdrawalSuggested'>) {
  return withdrawalSuggested ? <Badge tone="waiting">{suggestedWithdrawal}</Badge> : null;
}

export function ConfirmationFlag({ confirmation }: Pick<Case, 'confirmation'>) {
  if (confirmation !== 'open' && confirmation !== 'refused') return null;
  return (
    <Badge tone={confirmation === 'open' ? 'waiting' : 'negative'}>{confirmationLabels[confirmation]}</Badge>
  );
}

export function UrgencyFlags({ found, today }: { found: Case; today: string }) {
  return (
    <>
      {found.overdue ? <Badge tone="negative">Überfällig</Badge> : null}
      {found.followUpOn === today ? <Badge tone="waiting">Heute fällig</Badge> : null}
      {found.replyUnread ? <Badge tone="positive">Antwort</Badge> : null}
      {found.undeliverable ? <Badge tone="negative">E-Mail kam zurück</Badge> : null}
    </>
  );
}

export function BlockBadges({ restricted, withdrawalOpen, adviceOwed }: Partial<StepState>) {
  return (
    <>
      {restricted ? <Badge tone="negative">{blockLabels.restricted}</Badge> : null}
      {withdrawalOpen ? <Badge tone="negative">{blockLabels.withdrawal_open}</Badge> : null}
      {adviceOwed ? <Badge tone="negative">{blockLabels.advice_owed}</Badge> : null}
    </>
  );
}

export type SkippedCases = { skipped: readonly SkippedCase[]; cases: readonly Case[] };

export function Skipped({ skipped, cases }: SkippedCases) {
  const nameOf = (id: string) => cases.find((one) => one.applicationId === id)?.contactName ?? shortId(id);
  const rows = skipped.map((one) => ({ ...one, application: one.id, name: nameOf(one.id) }));
  return <SkippedRows what={['Vorgang', 'Vorgänge']} rows={rows} />;
}
