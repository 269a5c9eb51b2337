import { stateLabels } from '#domain/applications/staff';
import { blockLabels, type StepState } from '#domain/cases/statuses';
import { Badge } from '../../ui/badge';
import { stateOf } from './rows';

export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}

/** What keeps an application from being handed over. */
export function BlockBadges({ restricted, withdrawalOpen, adviceOwed }: Partial<StepState>) {
  return (
    <>
      {restricted ? <Badge tone="negative">{blockLabels.restricted}</Badge> : null}
      {withdrawalOpen ? <Badge tone="negative">{blockLabels.withdrawal_open}</Badge> : null}
      {adviceOwed ? <Badge tone="negative">{blockLabels.advice_owed}</Badge> : null}
    </>
  );
}
