export const setKeys = [
  'horse-data',
  'contact-data',
  'tariff-selection',
  'policyholder-info',
  'sepa-mandate',
] as const;
export type SetKey = (typeof setKeys)[number];

export type StepNumber = 1 | 2 | 3 | 4 | 5 | 6;
/** `set`: the data set that the step saves; null for the summary. */
type Step = { number: StepNumber; set: SetKey | null; title: string; label: string };

export const steps: readonly Step[] = [
  { number: 1, set: 'horse-data', title: 'Ihre Versicherung', label: 'Pferdedaten' },
  { number: 2, set: 'contact-data', title: 'Kontaktdaten', label: 'Kontaktdaten' },
  { number: 3, set: 'tariff-selection', title: 'Tarifauswahl', label: 'Tarifauswahl' },
  { number: 4, set: 'policyholder-info', title: 'Versicherungsnehmer', label: 'Versicherungsnehmer' },
  { number: 5, set: 'sepa-mandate', title: 'SEPA-Lastschriftmandat', label: 'SEPA-Mandat' },
  { number: 6, set: null, title: 'Übersicht und Beantragung', label: 'Übersicht' },
];

export const lastStep: StepNumber = 6;

export function stepOf(key: SetKey): Step {
  const found = steps.find(({ set }) => set === key);
  if (!found) throw new Error(`No step saves ${key}.`);
  return found;
}
