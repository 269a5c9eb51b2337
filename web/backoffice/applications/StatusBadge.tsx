import { stateLabels } from '#domain/applications/staff';
import { Badge } from '../../ui/notices';
import { stateOf } from './rows';

export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}
