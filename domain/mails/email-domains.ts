export type EmailDomain = {
  suggestion: string | null;
  /** Null: nobody answered. */
  receives: boolean | null;
};

export const addressHint = {
  meant: (address: string) => `Meinten Sie ${address}?`,
  takeOver: 'Übernehmen',
  takesNone: 'Diese Domain nimmt keine E-Mails an. Bitte prüfen Sie die Adresse.',
} as const;
