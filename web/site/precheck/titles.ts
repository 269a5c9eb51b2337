import { formatDay } from '#domain/dates';
import { allFreeFrom, type Outcome } from '#domain/precheck/precheck';

export function resultHead({ obstacles, unknown }: Outcome): { title: string; lead: string } {
  if (obstacles.some(({ freeFrom }) => freeFrom === null))
    return { title: 'Das passt leider nicht.', lead: 'Das steht nach Ihren Antworten im Weg.' };
  const free = allFreeFrom(obstacles);
  if (free === null && unknown.length === 0)
    return { title: 'Das passt.', lead: 'Nach Ihren Antworten erfüllt Ihr Pferd alle Voraussetzungen.' };
  if (free === null)
    return { title: 'Das klären wir mit Ihnen.', lead: 'Nicht alles muss man auswendig wissen.' };
  const lead =
    obstacles.length > 1 && unknown.length === 0
      ? `Ab ${formatDay(free)} steht nichts mehr im Weg, wenn nichts Neues dazukommt.`
      : 'Das steht nach Ihren Antworten noch im Weg.';
  return { title: 'Das passt noch nicht.', lead };
}
