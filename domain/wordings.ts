/** The wordings of declarations and notices whose exact text is proven years later; one home for each. */
import { consents } from './consents';

export const wordings = {
  requirements: consents.requirements,
  dataProcessing: consents.dataProcessing,
  mandate: consents.mandate,
  submission: consents.submission,
} as const;

export type WordingKey = keyof typeof wordings;

/** The day of the newest wording, `YYYY-MM-DD`: change it with a text. */
const version = '2026-11-20';

/**
 * The wordings that a lawyer has not confirmed yet. `confirmed` (`YYYY-MM-DD`, null: none) is the day up to whose
 * versions all are confirmed.
 */
export function unconfirmedWordings(confirmed: string | null): WordingKey[] {
  return confirmed !== null && version <= confirmed ? [] : (Object.keys(wordings) as WordingKey[]);
}
