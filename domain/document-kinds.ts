/** The documents that customers get before their declaration (§ 7 VVG, § 15 VersVermV), in the order of lists. */

import type { Sets } from './application';
import { keysOf } from './keys';
import type { PaymentFrequency, TariffType } from './tariffs/catalogue';
import { instalmentCents } from './tariffs/premium';

export const documentLabels = {
  erstinformation: 'Erstinformation',
  produktinformationsblatt: 'Informationsblatt zu Versicherungsprodukten',
  avb: 'Allgemeine Versicherungsbedingungen',
  verbraucherinformation: 'Verbraucherinformation und Widerrufsbelehrung',
  datenschutzhinweise: 'Datenschutzhinweise',
  anzeigepflicht: 'Mitteilung zur Anzeigepflicht',
} as const;

export type DocumentKind = keyof typeof documentLabels;
export const documentKinds = keysOf(documentLabels);

export type DocumentEntry = {
  kind: DocumentKind;
  label: string;
  /** Counted from 1 for each kind. */
  version: number;
  sha256: string;
  /** Not to be given to customers: a `MUSTER`, or the company is a placeholder. */
  sample: boolean;
  url: string;
};

export type DocumentSet = Record<DocumentKind, string>;

export type ChosenTariff = {
  tariff: TariffType;
  /** EUR per operation. */
  deductible: number;
  frequency: PaymentFrequency;
  /** Amount of one direct debit in EUR cents. */
  periodCents: number;
  /** `YYYY-MM-DD`; null while unknown. */
  insuranceStart: string | null;
};

export type Disclosure = ChosenTariff & { documents: DocumentSet };

/** Response of `PUT /api/applications/{id}/documents`. Instants are ISO 8601. */
export type DisclosedDocuments = {
  documents: DocumentEntry[];
  /** The mail with these documents for the present selection, to a masked address; null if there is none. One that came back is not sent. */
  delivery: { to: string; queuedAt: string; sentAt: string | null; returned?: true } | null;
};

export function chosenTariff(sets: Pick<Sets, 'horse-data' | 'tariff-selection'>): ChosenTariff | null {
  const selection = sets['tariff-selection'];
  if (!selection) return null;
  return {
    tariff: selection.tariffType,
    deductible: selection.selfParticipation,
    frequency: selection.paymentFrequency,
    periodCents: instalmentCents(selection),
    insuranceStart: sets['horse-data']?.insuranceStartDate ?? null,
  };
}

export function documentFileName(kind: DocumentKind): string {
  return `${documentLabels[kind]}.pdf`;
}

export function isDocumentKind(value: string): value is DocumentKind {
  return Object.hasOwn(documentLabels, value);
}
