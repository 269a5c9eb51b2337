import { createContext, useContext } from 'react';
import type { WizardWordings } from '#domain/law/wordings';

/** The wordings that come with the page, because a proof names exactly what the page showed. */
export const WordingsContext = createContext<WizardWordings | null>(null);

export function useWordings(): WizardWordings {
  const wordings = useContext(WordingsContext);
  if (!wordings) throw new Error('The page has no wordings.');
  return wordings;
}
