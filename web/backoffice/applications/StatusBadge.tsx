import { stateLabels } from '#domain/backoffice/applications';
import { Badge } from '../../ui/badge';
import { stateOf } from './rows';

/** Whether an application was sent off (spec 2, "Application list"). */
export function StatusBadge({ completed }: { completed: boolean }) {
  return <Badge tone={completed ? 'positive' : 'waiting'}>{stateLabels[stateOf({ completed })]}</Badge>;
}
