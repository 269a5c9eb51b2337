/** What the wizard has to know before it can show its step. */
import type { SetRecord } from '#domain/application';
import { berlinDay } from '#domain/dates';
import type { SetKey, StepNumber } from '#domain/steps/all';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { applicationsApi } from '../api';

export type WizardStart = {
  step: StepNumber;
  /** Something of it is stored. */
  begun: boolean;
  completed: boolean;
  /** The application could not be loaded; the wizard begins at step 1 and says so. */
  failed: boolean;
  /** Calendar day in Germany. */
  today: string;
  /** Data sets that the page brings along; never bank data. */
  sets: { [K in SetKey]?: SetRecord[K] | null };
  catalogue: Catalogue | null;
};

/** The step to open: the stored one; the bank data comes before the summary where this browser may not read it. */
export function openingStep(stored: StepNumber, bankDataHidden: boolean): StepNumber {
  return stored === 6 && bankDataHidden ? 5 : stored;
}

/** Start of a wizard that was reached inside the browser. */
export async function startInBrowser(id: string): Promise<WizardStart> {
  const nothing = {
    begun: false,
    completed: false,
    failed: false,
    today: berlinDay(new Date()),
    sets: {},
    catalogue: null,
  };
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
