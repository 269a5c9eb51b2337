/** What the wizard must know before it can show a step. */

import type { SetRecord } from '#domain/application';
import type { Prefill } from '#domain/preparations/prefill';
import type { SetKey, StepNumber } from '#domain/steps/all';
import type { Catalogue } from '#domain/tariffs/catalogue';

export type WizardStart = {
  step: StepNumber;
  begun: boolean;
  completed: boolean;
  /** The application could not be loaded. The wizard starts at step 1 with a message. */
  failed: boolean;
  today: string;
  /** Data sets that are sent with the page; never bank data. */
  sets: { [K in SetKey]?: SetRecord[K] | null };
  catalogue: Catalogue | null;
  prefill?: Prefill;
  /** Above each step until the application is submitted. */
  note?: string;
};

/** The stored step. If this browser may not read the bank data, it is entered again before the summary. */
export function openingStep(stored: StepNumber, bankDataHidden: boolean): StepNumber {
  return stored === 6 && bankDataHidden ? 5 : stored;
}

export function newWizard(today: string): WizardStart {
  const sets = { 'horse-data': null };
  return { begun: false, completed: false, failed: false, today, step: 1, sets, catalogue: null };
}
