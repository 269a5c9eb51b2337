/** What a person may see and erase of what is stored about their address (Art. 12 to 20 DSGVO). */
import { linkPeriod } from '../access-links';
import type { Sets } from '../application';
import type { Callback } from '../callbacks/request';
import type { Confirmation } from '../cases/statuses';
import { daysBetween, firstSerial } from '../dates';
import type { Reply } from '../lists';
import type { OfferState } from '../offers/offers';
import type { PreparationState, PreparedValues } from '../preparations/preparations';
import type { PricedSelection } from '../tariffs/premium';

/** So many wrong birth dates end a link. */
export const mostWrongBirthDates = 5;

/** The same for known and unknown addresses. */
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
      : 'Unter dieser Adresse war kein angefangener Antrag, kein Angebot und keine Rückrufbitte gespeichert.';
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

/** Of the sets only those that are about the person who asks; bank data is masked. Instants are ISO 8601 UTC. */
export type OwnApplication = {
  id: string;
  completed: boolean;
  createdAt: string;
  lastUpdated: string;
  source: string;
  restricted: boolean;
  horseData: Sets['horse-data'];
  contactData: Sets['contact-data'];
  tariffSelection: Sets['tariff-selection'];
  /** The birth date may be its year alone (`seenByLink`). */
  policyholderInfo: Sets['policyholder-info'];
  sepaMandate: {
    accountHolder: string;
    ibanMasked: string;
    bankName: string;
    mandateReference: string | null;
  } | null;
  /** Null until the insurer has accepted it. */
  policyNumber: string | null;
  /** What this person, the policyholder, said about an application that somebody else made; null: nobody asked. */
  confirmation: { answer: Confirmation; at: string | null } | null;
  advice: { wishes: string; advice: string; at: string }[];
  messages: { subject: string; body: string; at: string; answer: string | null; answeredAt: string | null }[];
  /** Answers by mail to which no question was open. */
  replies: { text: string; at: string; attachments: number }[];
  /** What the insurer's files say of it, while they are kept; an IBAN is masked. */
  returns: { name: string; at: string; cells: { column: string; text: string }[] }[];
};

/** What staff entered during a call. Who is named as the policyholder gets nothing of the caller's, and the other way round. */
export type OwnPreparation = Partial<PreparedValues> & {
  applicationId: string;
  createdAt: string;
  expiresAt: string;
  state: PreparationState;
  /** Left out for who was only named in it. */
  reply?: Reply | null;
};

/** Money in EUR. */
export type OwnOffer = PricedSelection & {
  number: string;
  horseBirthYear: number | null;
  insuranceStartDate: string | null;
  monthlyPremium: number;
  tariffVersion: number;
  createdAt: string;
  expiresAt: string;
  state: OfferState;
  reminderConsent: boolean;
  source: string;
  reply: Reply | null;
};

export type OwnCallback = Callback & {
  /** `note`: of staff; left out by `seenByLink`. */
  calls: { at: string; outcome: string; note?: string | null; nextCallAt: string | null }[];
};

type OwnWithdrawal = {
  id: string;
  receivedAt: string;
  name: string;
  email: string;
  contract: string | null;
  outcome: string | null;
};

export type OwnData = {
  address: string;
  at: string;
  controller: { name: string; address: string; email: string };
  applications: OwnApplication[];
  preparations: OwnPreparation[];
  offers: OwnOffer[];
  callbackRequests: OwnCallback[];
  withdrawals: OwnWithdrawal[];
  /** Proofs of what this person was given, declared and allowed. `subject`: of which document or wording. */
  evidence: { at: string; label: string; subject: string | null; way: string }[];
  mails: { type: string; subject: string; at: string; sent: boolean; cameBackAt: string | null }[];
};

/** A mailbox proves nobody's identity: notes of staff are left out, and of the birth date that an erasure asks for. */
export function seenByLink(data: OwnData): OwnData {
  return {
    ...data,
    applications: data.applications.map(({ policyholderInfo: policyholder, returns, ...application }) => ({
      ...application,
      policyholderInfo: policyholder && { ...policyholder, birthDate: yearOf(policyholder.birthDate) },
      returns: returns.map((row) => withoutBirthDate(row, policyholder?.birthDate)),
    })),
    preparations: data.preparations.map(({ policyholder, ...prepared }) => ({
      ...prepared,
      ...(policyholder && { policyholder: { ...policyholder, birthDate: yearOf(policyholder.birthDate) } }),
    })),
    callbackRequests: data.callbackRequests.map(({ calls, ...request }) => ({
      ...request,
      calls: calls.map(({ note: _, ...call }) => call),
    })),
  };
}

type OwnReturn = OwnApplication['returns'][number];

/** In any spelling: days first or last, with zeros or without, and as a spreadsheet counts days. */
function withoutBirthDate(row: OwnReturn, birthDate: string | undefined): OwnReturn {
  if (birthDate === undefined) return row;
  const [year = '', month, day] = birthDate.split('-');
  const [m, d] = [`0?${Number(month)}`, `0?${Number(day)}`];
  const between = '[\\s./-]+';
  const serial = daysBetween(firstSerial, birthDate);
  const spellings = [
    [d, m, `(?:${year}|${year.slice(2)})`].join(between),
    [year, m, d].join(between),
    String(serial),
  ];
  const born = new RegExp(`(?<!\\d)(?:${spellings.join('|')})(?!\\d)`, 'g');
  const cells = row.cells.map(({ column, text }) => ({ column, text: text.replace(born, year) }));
  return { ...row, cells };
}

function yearOf<Day extends string | undefined>(day: Day): Day {
  return day?.slice(0, 4) as Day;
}

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
