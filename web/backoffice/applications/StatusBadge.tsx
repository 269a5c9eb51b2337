import { stateLabels } from '#domain/backoffice/applications';
import { Badge } from '../../ui/badge';
import { stateOf } from './rows';

export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}
