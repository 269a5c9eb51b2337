import { steps } from '#domain/steps/all';

/** Name of a step in an application's details, 0 being before the first (spec 2, "Application details"). */
export function stepLabel(step: number): string {
  if (step === 0) return 'Nicht gestartet';
  return steps.find(({ number }) => number === step)?.detailsName ?? 'Unbekannt';
}
