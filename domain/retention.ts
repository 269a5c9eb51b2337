/** How long data is kept, in the words of the pages. */

/** How long a browser keeps the cookie that marks it as an application's author. */
export const authorCookieDays = 90;

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 });

/** `1 Tag`, `1,5 Tage`, `90 Tage`. */
export function daysText(days: number): string {
  return `${number.format(days)} ${days === 1 ? 'Tag' : 'Tage'}`;
}

/** How long proofs (`domain/law/evidence.ts`) about a contract are kept. */
export const proofsSentence =
  'Welche Unterlagen wir übergeben haben und was erklärt wurde, halten wir zehn Jahre ab dem Ende des Jahres fest, ohne Namen und Anschrift.';

/** What happens to an application that stays open for `days` (`RETENTION_DAYS`); 0 means that it is kept. */
export function retentionSentence(days: number): string {
  if (days === 0) return 'Einen offenen Antrag bewahren wir auf, bis Sie uns bitten, ihn zu löschen.';
  return `Bleibt ein Antrag ${daysText(days)} lang unverändert, löschen wir ihn mit allen Angaben und E-Mails.`;
}
