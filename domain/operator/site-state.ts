import { Object as ObjectType, Optional, type Static } from 'typebox';
import { ownerProof } from '../accounts/user';
import { choice, day, optionalText, rule } from '../fields';
import { keysOf } from '../keys';
import { type SiteState, type StateName, stateLabels } from '../site-state';

/** Response of `GET /api/backoffice/site-state`. `open`: keys of the Startprüfung. */
export type SiteStateView = Omit<SiteState, 'since'> & { since: string; open: string[] };

const ways: Record<StateName, readonly StateName[]> = {
  trial: ['live'],
  live: ['paused'],
  paused: ['paused', 'live'],
};

export function wayProblem(from: StateName, to: StateName): string | null {
  return ways[from].includes(to) ? null : `Von „${from}“ nach „${to}“ geht es nicht.`;
}

export function openPointsText(count: number): string {
  return count === 1 ? 'Noch 1 Punkt offen' : `Noch ${count} Punkte offen`;
}

const longestReason = 200;
export const reasonMissing = 'Bitte nennen Sie den Grund: Er steht auf der Website';
const laterDay = 'Bitte wählen Sie einen Tag ab morgen';

/** Body of `PUT /api/backoffice/site-state`. A pause has a reason, which the service asks for. */
export const siteStateChange = (today: string) =>
  ObjectType({
    state: choice(keysOf(stateLabels), 'Bitte wählen Sie einen Zustand'),
    reason: optionalText(longestReason),
    resumeOn: Optional(rule(day(laterDay), (chosen) => chosen > today, laterDay)),
    ...ownerProof.properties,
  });
export type SiteStateChange = Static<ReturnType<typeof siteStateChange>>;
