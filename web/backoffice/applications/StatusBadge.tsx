import { stateLabels } from '#domain/backoffice/applications';
import { Badge } from '../../ui/badge';
import { stateOf } from './rows';

export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}

/** Without a waiver, advice is owed before the contract is concluded. */
export function AdviceBadge() {
  return <Badge tone="negative">Beratung offen</Badge>;
}
