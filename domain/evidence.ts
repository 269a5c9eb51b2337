/** What proofs are about, with the German label that staff see. */
export const evidenceLabels = {
  document_delivered: 'Dokument übergeben',
  declaration: 'Erklärung abgegeben',
  reminder_consent: 'Erinnerungen erlaubt',
  reminder_revoked: 'Erinnerungen abbestellt',
  call_consent: 'Anruf erlaubt',
  call_made: 'Angerufen',
  withdrawal: 'Widerruf eingegangen',
} as const;

export type EvidenceKind = keyof typeof evidenceLabels;

/** How it reached the customer or us. */
export const evidenceWays = {
  mail: 'per E-Mail',
  download: 'heruntergeladen',
  page: 'auf der Seite',
} as const;

export type EvidenceWay = keyof typeof evidenceWays;
