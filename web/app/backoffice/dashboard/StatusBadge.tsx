import { Badge } from '../../../ui/badge';

/** Whether an application was sent off (spec 2, "Application list"). */
export function StatusBadge({ completed }: { completed: boolean }) {
  return completed ? (
    <Badge tone="positive">Abgeschlossen</Badge>
  ) : (
    <Badge tone="waiting">In Bearbeitung</Badge>
  );
}
