import { berlinDay, berlinMidnight } from '../dates';
import type { DocumentKind } from '../document-kinds';

/** In place of a text or document that is not the one whose hash the proof names. */
export const changedText = 'Dieser Text wurde verändert';

export const evidenceLabels = {
  document_delivered: 'Dokument übergeben',
  delivery_failed: 'Dokument kam zurück',
  declaration: 'Erklärung abgegeben',
  reminder_consent: 'Erinnerungen erlaubt',
  reminder_revoked: 'Erinnerungen abbestellt',
  call_consent: 'Anruf erlaubt',
  call_consent_revoked: 'Anrufe abbestellt',
  call_made: 'Angerufen',
  withdrawal: 'Widerruf eingegangen',
  policyholder_confirmed: 'Vom Versicherungsnehmer bestätigt',
  policyholder_refused: 'Vom Versicherungsnehmer nicht beantragt',
  prepared: 'Am Telefon vorbereitet',
} as const;

/** In place of the label of a declaration, for a wording that declares nothing. */
export const noticeLabel = 'Hinweis gezeigt';

export type EvidenceKind = keyof typeof evidenceLabels;

export const evidenceWays = {
  mail: 'per E-Mail',
  download: 'heruntergeladen',
  page: 'auf der Seite',
  phone: 'am Telefon',
} as const;

export type EvidenceWay = keyof typeof evidenceWays;

export type EvidenceEntry = {
  id: string;
  at: string;
  kind: EvidenceKind;
  label: string;
  subject: string | null;
  /** The wording as it was shown (`paragraphsOf` in `domain/law/wordings.ts`); null if the proof has none. */
  text: string | null;
  document: { kind: DocumentKind; label: string; version: number; url: string } | null;
  way: EvidenceWay;
  wayLabel: string;
  /** The mail by which it was delivered, or that came back; the log may no longer have it. */
  mailId: string | null;
  mailLabel?: string;
};

export type FoundEvidence = EvidenceEntry & { applicationId: string | null; callbackId: string | null };

/** Years for which a proof is kept. Those of contracts are counted from the end of the year (HGB § 257, BGB § 199). */
const periods: Record<EvidenceKind, { years: number; from: 'event' | 'end of year' }> = {
  document_delivered: { years: 10, from: 'end of year' },
  delivery_failed: { years: 10, from: 'end of year' },
  policyholder_confirmed: { years: 10, from: 'end of year' },
  policyholder_refused: { years: 10, from: 'end of year' },
  prepared: { years: 10, from: 'end of year' },
  declaration: { years: 10, from: 'end of year' },
  withdrawal: { years: 10, from: 'end of year' },
  // five years from the consent and from each use of it (UWG § 7a)
  reminder_consent: { years: 5, from: 'event' },
  reminder_revoked: { years: 5, from: 'event' },
  call_consent: { years: 5, from: 'event' },
  call_consent_revoked: { years: 5, from: 'event' },
  call_made: { years: 5, from: 'event' },
};

export function keepUntil(kind: EvidenceKind, at: number): number {
  const { years, from } = periods[kind];
  if (from === 'end of year') {
    const year = Number(berlinDay(new Date(at)).slice(0, 4));
    return berlinMidnight(`${year + years + 1}-01-01`);
  }
  const end = new Date(at);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end.getTime();
}
