/** The data that a page of the wizard contains: the stored step and what that step needs, never bank data. */
import type { SetKey, StepNumber } from '#domain/steps/all';
import { openingStep, type WizardStart } from '#web/wizard/start';
import type { Context } from '../../context';
import type { Author } from '../../http/author';
import { traceOf } from '../../log';
import { readWizard } from '../applications/service';

/** Sets that a step shows or takes values from. The overview loads its own in the browser. */
const needed: Record<StepNumber, SetKey[]> = {
  1: ['horse-data'],
  2: ['contact-data'],
  3: ['horse-data', 'tariff-selection'],
  4: ['contact-data', 'policyholder-info'],
  5: ['policyholder-info'],
  6: [],
};

/** Start of a wizard that is opened by its address. Never rejects: the page itself reports that its data is missing. */
export async function startOnServer(
  context: Context,
  id: string,
  author: Author | null,
): Promise<WizardStart> {
  const today = context.today();
  const nothing = { begun: false, completed: false, failed: false, today, sets: {}, catalogue: null };
  try {
    const found = await readWizard(context, id, author);
    if (!found) return { ...nothing, step: 1, sets: { 'horse-data': null } };
    if (!found.sets) return { ...nothing, begun: true, step: 6, completed: true };
    const { sets } = found;
    const step = openingStep(found.application.currentStep, sets['sepa-mandate']?.ibanMasked !== undefined);
    return {
      ...nothing,
      begun: true,
      step,
      sets: Object.fromEntries(needed[step].map((key) => [key, sets[key]])),
      catalogue: step === 3 ? (await context.prices.read()).catalogue : null,
    };
  } catch (error) {
    context.log('error', 'wizard start failed', traceOf(error));
    return { ...nothing, step: 1, failed: true };
  }
}
