/** Facts of the landing page: comparison, benefits, waiting periods, claim examples and questions. */
import { type Catalogue, fallbackCatalogue, type TariffType } from './tariffs/catalogue';

export type ComparisonRow = { name: string; note?: string; values: Record<TariffType, string> };

const accommodation: ComparisonRow = {
  name: 'Unterbringung in der Klinik',
  note: 'pro Tag',
  values: { basis: '15 €', top: '30 €', premium: '30 €' },
};

/** Rows of the tariff table, in reading order; `–` means not covered. */
export const comparisonRows: ComparisonRow[] = [
  {
    name: 'Kostenerstattung nach GOT',
    values: { basis: 'bis 2-fach', top: 'bis 2-fach', premium: 'bis 2-fach, im Notdienst bis 4-fach' },
  },
  {
    name: 'Leistung je Operation',
    values: { basis: 'bis 2.500 €', top: 'unbegrenzt', premium: 'unbegrenzt' },
  },
  {
    name: 'Jahreshöchstleistung',
    values: { basis: 'unbegrenzt', top: 'unbegrenzt', premium: 'unbegrenzt' },
  },
  {
    name: 'Nachbehandlung',
    values: { basis: '7 Tage', top: '10 Tage', premium: '14 Tage' },
  },
  accommodation,
  {
    name: 'Regenerative Therapien',
    note: 'je Versicherungsfall',
    values: { basis: '500 €', top: '1.000 €', premium: '1.000 €' },
  },
  {
    name: 'OC-, OCD- und Gelenkchip-OP',
    note: 'nach 12 Monaten Wartezeit',
    values: { basis: '–', top: '1.500 €', premium: 'mitversichert' },
  },
  {
    name: 'Physiotherapie',
    values: { basis: '–', top: '–', premium: '5 Einheiten zu je 60 Minuten' },
  },
];

/**
 * The first content of the database: the built-in catalogue with the accommodation of the comparison. The built-in one,
 * used while the catalogue cannot be loaded, has another text for Premium (docs/product.md, "Tariff catalogue").
 */
export const firstCatalogue: Catalogue = {
  ...fallbackCatalogue,
  tariffs: fallbackCatalogue.tariffs.map((tariff) => ({
    ...tariff,
    benefits: tariff.benefits.map(({ name, beschreibung }) => ({
      name,
      beschreibung:
        name === accommodation.name
          ? `bis ${accommodation.values[tariff.type]} ${accommodation.note}`
          : beschreibung,
    })),
  })),
};

export type ClaimExample = { title: string; story: string; cost: number; share: number };

/** Claim examples in EUR; `share` is the part that the customer pays in the Premium tariff. */
export const claimExamples: ClaimExample[] = [
  {
    title: 'Kolik-Operation',
    story:
      'In der Nacht verschlechtert sich eine Kolik, der Wallach kommt in die Klinik und wird sofort operiert. Notdienst, Operation, Klinikaufenthalt und Nachbehandlung kommen zusammen.',
    cost: 25_200,
    share: 0,
  },
  {
    title: 'Arthroskopie am Gelenk',
    story:
      'Eine Stute lahmt, das Röntgenbild zeigt einen Befund im Gelenk. Die Klinik operiert minimalinvasiv, zehn Tage später geht es nach Hause.',
    cost: 3_800,
    share: 0,
  },
];

export type BenefitKey = 'got' | 'choice' | 'waiting' | 'aftercare' | 'age' | 'exclusion' | 'payout';
export type BenefitCard = { key: BenefitKey; title: string; text: string };

export const benefitCards: BenefitCard[] = [
  {
    key: 'got',
    title: 'Bis zum 2-fachen der GOT',
    text: 'Wir erstatten Kosten bis zum 2-fachen Satz der Gebührenordnung für Tierärzte. Premium erstattet im Notdienst bis zum 4-fachen Satz, einschließlich der Notdienstgebühr.',
  },
  {
    key: 'choice',
    title: 'Freie Wahl, weltweit',
    text: 'Sie entscheiden, welche Tierärztin und welche Klinik Ihr Pferd operiert, zu Hause und auf der ganzen Welt.',
  },
  {
    key: 'waiting',
    title: 'Kurze Wartezeiten',
    text: 'Bei Unfällen sind Sie ab dem ersten Tag geschützt, bei Kolik nach 5 Tagen. Allgemein gilt eine Wartezeit von 3 Monaten.',
  },
  {
    key: 'aftercare',
    title: 'Nachbehandlung inklusive',
    text: 'Je nach Tarif bis zu 14 Tage nach der Operation. Premium übernimmt zusätzlich 5 Einheiten Physiotherapie.',
  },
  {
    key: 'age',
    title: 'In jedem Alter',
    text: 'Es gibt weder ein Mindest- noch ein Höchstalter: Vom Fohlen bis zum Senior können Sie jedes Pferd versichern.',
  },
  {
    key: 'payout',
    title: 'Geld in wenigen Tagen',
    text: 'Tierarztrechnung und Schadenformular einsenden, fertig. Das Geld kommt auf Ihr Konto, meist innerhalb weniger Tage.',
  },
  {
    key: 'exclusion',
    title: 'Klare Regeln',
    text: 'Bekannte Vorerkrankungen, auch chronische, sind nicht versichert. So wissen Sie von Anfang an, woran Sie sind.',
  },
];

export type Question = { question: string; answer: string };

export const questions: Question[] = [
  {
    question: 'Welche Kosten übernimmt die OP-Versicherung?',
    answer:
      'Wir erstatten die Kosten der Operation und der Nachbehandlung bis zum 2-fachen Satz der Gebührenordnung für Tierärzte (GOT). Im Tarif Premium-OP-Schutz gilt im Notdienst bis zum 4-fachen Satz einschließlich der Notdienstgebühr. Basis-OP-Schutz leistet bis 2.500 € je Operation, Top und Premium ohne Grenze. Eine Jahreshöchstgrenze gibt es in keinem Tarif.',
  },
  {
    question: 'Ab wann ist mein Pferd versichert?',
    answer:
      'Bei Unfällen gibt es keine Wartezeit. Für Koliken beträgt sie 5 Tage, allgemein 3 Monate. OC-, OCD- und Gelenkchip-Operationen sind in Top und Premium nach 12 Monaten eingeschlossen.',
  },
  {
    question: 'Kann ich auch ein älteres Pferd versichern?',
    answer:
      'Ja. Es gibt weder ein Mindest- noch ein Höchstalter. Ab einem Alter von 12 Jahren kommt zum Grundbeitrag ein Alterszuschlag hinzu; der Tarifrechner zeigt ihn sofort an.',
  },
  {
    question: 'Sind Vorerkrankungen mitversichert?',
    answer:
      'Nein. Bekannte Vorerkrankungen, auch chronische, sowie bereits angeratene oder geplante Behandlungen sind ausgeschlossen. Alle anderen Erkrankungen und Unfälle Ihres Pferdes bleiben versichert.',
  },
  {
    question: 'Wie bekomme ich im Schadenfall mein Geld?',
    answer:
      'Sie senden uns die Tierarztrechnung mit dem Schadenformular. Auf der Rechnung muss Ihr Pferd durch seine Lebens- oder Chipnummer erkennbar sein. Wir prüfen und überweisen auf Ihr Konto, meist innerhalb weniger Tage.',
  },
];
