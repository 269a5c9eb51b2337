/** What the wizard must know before it can show a step. */

import type { SetRecord } from '#domain/application';
import { berlinDay } from '#domain/dates';
import type { Prefill } from '#domain/preparations/prefill';
import type { SetKey, StepNumber } from '#domain/steps/all';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { applicationsApi } from '../api';

export type WizardStart = {
  step: StepNumber;
  /** At least one step is saved. */
  begun: boolean;
  completed: boolean;
  /** The application could not be loaded. The wizard starts at step 1 with a message. */
  failed: boolean;
  /** Calendar day in Germany. */
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

/** For a wizard that is opened without loading a page. */
export async function startInBrowser(id: string): Promise<WizardStart> {
  const today = berlinDay(new Date());
  const nothing = { begun: false, completed: false, failed: false, today, sets: {}, catalogue: null };
  try {
    const application = await applicationsApi.read(id);
    if (!application) return { ...nothing, step: 1 };
    const { currentStep, completed } = application;
    const hidden = currentStep === 6 && !completed && (await isBankDataHidden(id));
    return { ...nothing, begun: true, step: openingStep(currentStep, hidden), completed };
  } catch {
    return { ...nothing, step: 1, failed: true };
  }
}

async function isBankDataHidden(id: string): Promise<boolean> {
  const mandate = await applicationsApi.readSet(id, 'sepa-mandate');
  return mandate?.iban === '';
}
