export const setKeys = [
  'horse-data',
  'contact-data',
  'tariff-selection',
  'policyholder-info',
  'sepa-mandate',
] as const;
export type SetKey = (typeof setKeys)[number];

export type StepNumber = 1 | 2 | 3 | 4 | 5 | 6;
type Step = {
  number: StepNumber;
  /** The data set that the step saves; null for the summary. */
  set: SetKey | null;
  title: string;
  label: string;
  /** Name in the staff list of applications, and in an application's details. */
  listName: string;
  detailsName: string;
  trackingName: string;
};

export const steps: readonly Step[] = [
  {
    number: 1,
    set: 'horse-data',
    title: 'Ihre Versicherung',
    label: 'Pferdedaten',
    listName: 'Pferdeangaben',
    detailsName: 'Pferdedaten',
    trackingName: 'horse_data',
  },
  {
    number: 2,
    set: 'contact-data',
    title: 'Kontaktdaten',
    label: 'Kontaktdaten',
    listName: 'Kontaktdaten',
    detailsName: 'Kontaktdaten',
    trackingName: 'contact_data',
  },
  {
    number: 3,
    set: 'tariff-selection',
    title: 'Tarifauswahl',
    label: 'Tarifauswahl',
    listName: 'Tarifauswahl',
    detailsName: 'Tarif-Auswahl',
    trackingName: 'tariff_selection',
  },
  {
    number: 4,
    set: 'policyholder-info',
    title: 'Versicherungsnehmer',
    label: 'Versicherungsnehmer',
    listName: 'Versicherungsnehmer',
    detailsName: 'Versicherungsnehmer',
    trackingName: 'policyholder_info',
  },
  {
    number: 5,
    set: 'sepa-mandate',
    title: 'SEPA-Lastschriftmandat',
    label: 'SEPA-Mandat',
    listName: 'SEPA-Mandat',
    detailsName: 'SEPA-Mandat',
    trackingName: 'sepa_mandate',
  },
  {
    number: 6,
    set: null,
    title: 'Übersicht und Beantragung',
    label: 'Übersicht',
    listName: 'Zusammenfassung',
    detailsName: 'Abgeschlossen',
    trackingName: 'summary',
  },
];

export const lastStep: StepNumber = 6;

export function stepOf(key: SetKey): Step {
  const found = steps.find(({ set }) => set === key);
  if (!found) throw new Error(`No step saves ${key}.`);
  return found;
}
