/** Whether the site sells (contract: trial, live, paused), and what it says in public. */
import { formatDay } from './dates';

export const stateLabels = { trial: 'Probebetrieb', live: 'Live', paused: 'Pausiert' };
export type StateName = keyof typeof stateLabels;

/** `since`: ms since 1970; of a pause its beginning. `reason` and `resumeOn` (`YYYY-MM-DD`): of a pause only. */
export type SiteState = {
  state: StateName;
  since: number;
  /** Username; null: the product. */
  by: string | null;
  reason: string | null;
  resumeOn: string | null;
};

export const trialSentence = 'Probebetrieb: Anträge werden nicht bearbeitet.';
export const trialTitle = stateLabels.trial;
export const notSentInTrial = 'Nicht gesendet: Probebetrieb.';
export const pausedTitle = 'Annahme pausiert';
export const pausedSentence = 'Zurzeit nehmen wir keine neuen Anträge an.';

/** What pages say of the state: of a trial, or in a pause these lines. */
export type PublicState = { trial?: true; pause?: readonly string[] };

export function pauseLines({ reason, resumeOn }: Pick<SiteState, 'reason' | 'resumeOn'>): string[] {
  return [
    pausedSentence,
    ...(reason ? [reason] : []),
    ...(resumeOn ? [`Ab ${formatDay(resumeOn)} wieder.`] : []),
  ];
}
