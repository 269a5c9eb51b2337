/** What a person may see and erase of what is stored about their address (Art. 12 to 20 DSGVO). */
import { linkPeriod } from '../access-links';

export const mostWrongBirthDates = 5;

export const privacyRequested = `Wir haben Ihnen einen Link an diese Adresse geschickt. Er gilt ${linkPeriod('privacy')}. Kommt keine E-Mail an, sehen Sie bitte auch im Spam-Ordner nach.`;

export function erasedTitle({ erased, kept }: Erasure): string {
  if (erased > 0)
    return kept.length > 0 ? 'Was wir löschen dürfen, ist gelöscht' : 'Ihre Daten sind gelöscht';
  return kept.length > 0 ? 'Ihr Wunsch ist vermerkt' : 'Es war nichts zu löschen';
}

export function erasedSentence({ erased, kept }: Erasure): string {
  if (erased === 0)
    return kept.length > 0
      ? 'Das müssen wir noch aufbewahren:'
      : 'Unter dieser Adresse war kein angefangener Antrag, kein Angebot und keine Rückrufanfrage gespeichert.';
  const parts = kept.filter(({ kind }) => kind === 'part').length;
  const sentences = [wholeSentence(erased - parts), partSentence(parts)];
  return [...sentences, kept.length > 0 ? 'Das bleibt noch gespeichert:' : ''].filter(Boolean).join(' ');
}

function wholeSentence(count: number): string {
  if (count <= 0) return '';
  return `${count === 1 ? 'Ein Eintrag ist' : `${count} Einträge sind`} endgültig gelöscht.`;
}

function partSentence(count: number): string {
  if (count === 0) return '';
  const from = count === 1 ? 'einem angefangenen Antrag' : `${count} angefangenen Anträgen`;
  return `Ihre Angaben in ${from} sind endgültig gelöscht.`;
}

export const birthDateMessages = {
  missing: 'Bitte geben Sie das Geburtsdatum des Versicherungsnehmers ein',
  wrong: 'Dieses Geburtsdatum passt zu keinem Ihrer Anträge',
} as const;

/** What is not erased at once. `until` is a day (`YYYY-MM-DD`); null: without an end that is known. */
export type Kept = { kind: KeptKind; until: string | null; reason: string };
export type Erasure = { erased: number; kept: Kept[] };

export const keptKinds = {
  application: {
    label: 'Abgeschlossener Antrag',
    reason: 'Gesetzliche Aufbewahrungspflicht (§ 257 HGB, § 147 AO). Bis dahin ist er gesperrt.',
  },
  unmatched: {
    label: 'Abgeschlossener Antrag',
    reason: 'Das Geburtsdatum gehört zu einem anderen Antrag.',
  },
  part: {
    label: 'Angefangener Antrag',
    reason:
      'Was darin nicht Sie betrifft: die Angaben zum Pferd und, wenn noch jemand eingetragen ist, dessen Angaben. Wir löschen sie, wenn der Antrag lange unverändert bleibt.',
  },
  withdrawal: {
    label: 'Widerruf',
    reason: 'Nachweis der Erklärung (§ 257 HGB).',
  },
  evidence: {
    label: 'Nachweise',
    reason:
      'Belege, welche Unterlagen übergeben wurden, was erklärt und worin eingewilligt wurde, ohne Namen und Anschrift (§ 257 HGB, § 7a UWG).',
  },
} as const;
export type KeptKind = keyof typeof keptKinds;
