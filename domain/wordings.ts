/** The wordings of declarations and notices whose exact text is proven years later; one home for each. */
import { consents } from './consents';

export const wordings = {
  requirements: consents.requirements,
  dataProcessing: consents.dataProcessing,
  mandate: consents.mandate,
  submission: consents.submission,
  withdrawal: 'Hiermit widerrufe ich meine Vertragserklärung zur OP-Versicherung für Pferde.',
} as const;

export type WordingKey = keyof typeof wordings;
