import { steps } from '#domain/steps/all';

/** Name of a step; 0 means that no step is saved. */
export function stepLabel(step: number): string {
  if (step === 0) return 'Nicht gestartet';
  return steps.find(({ number }) => number === step)?.detailsName ?? 'Unbekannt';
}
