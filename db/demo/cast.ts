/** Invented people, horses and bank accounts of the demo data. Addresses end in `.example`. */

import type { Role } from '#domain/accounts/user';
import type { Salutation } from '#domain/people';
import type { HorseData } from '#domain/steps/horse';
import type { PolicyholderInfo } from '#domain/steps/policyholder';
import { sha256Of } from '../hash';

type Owner = Omit<PolicyholderInfo, 'email' | 'phone'>;
type Horse = Omit<HorseData, 'insuranceStartDate' | 'requirementsConsent'>;

export const staff: { username: string; email: string; role: Role }[] = [
  { username: 'antje.brandt', email: 'antje.brandt@sattelfest.example', role: 'admin' },
  { username: 'lukas.weber', email: 'lukas.weber@sattelfest.example', role: 'sachbearbeiter' },
  { username: 'mira.yilmaz', email: 'mira.yilmaz@sattelfest.example', role: 'sachbearbeiter' },
];

export const owners: Owner[] = [
  owner('mrs', 'Johanna', 'Sommer', '1984-09-30', 'Lindenallee', '12a', '14193', 'Berlin'),
  owner('mr', 'Henning', 'Petersen', '1971-02-14', 'Deichstraße', '3', '25746', 'Heide'),
  owner('mrs', 'Ayşe', 'Kaya', '1990-06-01', 'Rosenweg', '8', '50668', 'Köln'),
  owner('diverse', 'Robin', 'Falkner', '1996-12-24', 'Am Anger', '27', '99084', 'Erfurt'),
  owner('mr', 'Götz', 'von der Heyde', '1958-03-29', 'Schlosshof', '1', '49074', 'Osnabrück'),
  owner('mrs', 'Márta', 'Großmann', '1979-11-11', 'Weinbergstraße', '44', '97070', 'Würzburg'),
  owner('mrs', 'Lena', 'Übelacker', '2001-04-18', 'Moosstraße', '5', '83022', 'Rosenheim'),
  owner('mr', 'Jürgen', 'Nowak', '1966-08-07', 'Bergmannsring', '19', '45127', 'Essen'),
  owner('mrs', 'Charlotte', 'Ernst-Wiese', '1988-01-02', 'Hofstelle', '2', '21335', 'Lüneburg'),
  owner('mr', 'Piotr', 'Zieliński', '1993-05-25', 'Oderstraße', '61', '15230', 'Frankfurt (Oder)'),
];

export const horses: Horse[] = [
  {
    horseName: 'Fjölnir vom Lindenhof',
    birthDate: '2017-04-12',
    gender: 'gelding',
    chipNumber: 'DE 481810012317',
  },
  { horseName: 'Donnerwetter', birthDate: '2011-03-02', gender: 'stallion' },
  { horseName: 'Amélie', birthDate: '2020-05-19', gender: 'mare', chipNumber: '276020000123456' },
  { horseName: 'Kleiner Onkel', birthDate: '2008-06-30', gender: 'gelding' },
  { horseName: 'Süße Nele', birthDate: '2015-02-27', gender: 'mare', chipNumber: 'DE 441410098714' },
  { horseName: 'Prinz Eisenherz', birthDate: '2022-04-05', gender: 'stallion' },
  { horseName: "Sjórn's Glæta", birthDate: '2013-07-21', gender: 'mare', chipNumber: 'IS2013258160' },
];

/** Accounts from the documentation of banks and standards; they belong to nobody. */
export const accounts: { iban: string; bic: string; bankName: string }[] = [
  { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
  { iban: 'DE48100100100000138301', bic: 'PBNKDEFFXXX', bankName: 'Postbank Ndl der Deutsche Bank' },
  { iban: 'AT611904300234573201', bic: 'BKAUATWWXXX', bankName: 'Bank Austria' },
  { iban: 'NL91ABNA0417164300', bic: 'ABNANL2AXXX', bankName: 'ABN AMRO' },
];

export const preferredTimes = ['vormittags', 'nach 17 Uhr', 'Montag oder Mittwoch, 12 bis 13 Uhr', null];
export const sources = ['website', 'newsletter', 'messe-equitana', 'website', 'stall-mueller'];
export const messages = [
  null,
  'Mein Pferd hatte 2023 eine Kolik, die ohne Operation verging. Kann ich es trotzdem versichern?',
  'Ich habe drei Ponys. Gibt es dafür einen gemeinsamen Vertrag?',
];

export function emailOf({ firstName, lastName }: Owner): string {
  const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return `${plain.toLowerCase()}@post.example`;
}

export const advice = {
  wishes:
    'Das Pferd geht regelmäßig ins Gelände.\nVor allem die Kosten einer Kolikoperation sollen gedeckt sein, der Beitrag soll 60 € im Monat nicht übersteigen.',
  advice:
    'Die drei Tarife wurden verglichen. Im Basis-OP-Schutz bleibt bei einer Kolik viel selbst zu zahlen.\nEmpfohlen wurde der Top-OP-Schutz.',
};

export const answer = 'Guten Tag,\n\ndas Pferd ist gesund. Im Frühjahr war nur die übliche Impfung.';

export const note = 'Am Telefon: möchte am liebsten nachmittags angerufen werden.\nPferdepass liegt vor.';

/** Application (a), data set (b), mail (c), callback (d), advice (e), withdrawal (f), message (1), answer (2), note (3), preparation (4), offer (5). */
export function idOf(
  kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | '1' | '2' | '3' | '4' | '5',
  index: number,
): string {
  const start = sha256Of(`${kind} ${index}`).slice(0, 8);
  return `${start}-${kind}000-4000-8000-${String(index).padStart(12, '0')}`;
}

export function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The cast is empty.');
  return found;
}

/** A number from the block that the Bundesnetzagentur reserves for fiction. */
export function phoneOf(index: number): string {
  return `030 23125 ${String(100 + index)}`;
}

function owner(
  salutation: Salutation,
  firstName: string,
  lastName: string,
  birthDate: string,
  street: string,
  houseNumber: string,
  zipCode: string,
  city: string,
): Owner {
  return { salutation, firstName, lastName, birthDate, street, houseNumber, zipCode, city };
}
