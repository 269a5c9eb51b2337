/** The facts of the operator file, in its order. Their placeholders are in `domain/operator/company.ts`. */
import { Optional, type TSchema } from 'typebox';
import { isCreditorId } from '#domain/bank/creditor';
import { maximum } from '#domain/fields';
import type { Office, OfficeKey } from '#domain/operator/offices';
import { intermediaryStatuses, type OperatorFile, placeholders } from '#domain/operator/operator';
import { states } from '#domain/operator/states';
import { day, email, line, list, oneOf, percent, phone, text, textOrNone, website } from './values';

/** `about` explains it in German. `example`: it has no default, so the template has it as a comment. */
export type Fact = { must: TSchema; about: string; example?: string };

type Section = 'brand' | 'company' | 'insurer' | 'creditor' | 'mail' | 'legal';
type Facts<Of extends Section> = {
  about: string;
  keys: Record<Exclude<keyof NonNullable<OperatorFile[Of]>, OfficeKey | 'permission'>, Fact>;
};

export const facts: { [Of in Section]: Facts<Of> } = {
  brand: {
    about: 'Die Marke, unter der Sie auftreten.',
    keys: {
      name: { must: line(30), about: 'Name der Marke, in Kopfzeile, E-Mails und PDF. Beispiel: "Hufschutz"' },
      claim: {
        must: line(40),
        about: 'Was die Marke bietet, in wenigen Worten. Beispiel: "OP-Schutz für Pferde"',
      },
    },
  },
  company: {
    about: `Ihre Firma, für Impressum, Fußzeile, E-Mails und PDF. Was Ihre Firma nicht hat, ist "-": Das geht bei
# managingDirectors, registerCourt, registerNumber und vatId.`,
    keys: {
      name: {
        must: line(),
        about: 'Name der Firma mit Rechtsform. Beispiel: "Linde & Sohn Versicherungen GmbH"',
      },
      street: { must: line(), about: 'Straße und Hausnummer. Beispiel: "Lindenallee 12a"' },
      zipCode: {
        must: text('five digits in quotes', 5, (value) => /^\d{5}$/.test(value)),
        about: 'Postleitzahl, in Anführungszeichen. Beispiel: "04109"',
      },
      city: { must: line(), about: 'Ort. Beispiel: "Leipzig"' },
      state: {
        must: oneOf(states),
        about: `Ihr Bundesland (${states.join(', ')}).
# Wiedervorlagen und nächste Anrufe rechnen mit seinen Feiertagen; ohne diese Zeile nur mit denen aller Länder.`,
        example: 'NW',
      },
      phone: { must: phone(), about: 'Telefon, so wie es angezeigt wird. Beispiel: "0341 1234567"' },
      email: { must: email(), about: 'E-Mail-Adresse für Kundinnen und Kunden. Beispiel: "post@linde.de"' },
      managingDirectors: {
        must: textOrNone('the names of the managing directors'),
        about: 'Geschäftsführung. Beispiel: "Eva Linde, Jan Linde"',
      },
      registerCourt: {
        must: textOrNone('a court such as Amtsgericht Leipzig'),
        about: 'Registergericht. Beispiel: "Amtsgericht Leipzig"',
      },
      registerNumber: {
        must: textOrNone('a number such as HRB 12345'),
        about: 'Nummer im Handelsregister. Beispiel: "HRB 98765"',
      },
      vatId: {
        must: textOrNone('a VAT id such as DE123456789', (value) =>
          /^[A-Z]{2} ?[A-Z\d][A-Z\d ]{1,14}$/.test(value),
        ),
        about: 'Umsatzsteuer-Identifikationsnummer. Beispiel: "DE987654321"',
      },
      intermediaryNumber: {
        must: text('a register number such as D-ABCD-12345-67', 40),
        about: 'Ihre Nummer im Vermittlerregister. Beispiel: "D-ABCD-12345-67"',
      },
      serviceHours: {
        must: line(),
        about: 'Wann man Sie erreicht. Beispiel: "Montag bis Freitag, 9 bis 18 Uhr"',
      },
      privacyEmail: {
        must: email(),
        about: 'E-Mail-Adresse für Fragen zum Datenschutz. Beispiel: "datenschutz@linde.de"',
      },
      contentResponsible: {
        must: line(),
        about: 'Wer nach § 18 Abs. 2 MStV für den Inhalt verantwortlich ist. Beispiel: "Eva Linde"',
      },
    },
  },
  insurer: {
    about: 'Der Versicherer, dessen Verträge Sie vermitteln.',
    keys: {
      name: { must: line(), about: 'Name mit Rechtsform. Beispiel: "Tierschutz Versicherung AG"' },
      street: { must: line(), about: 'Straße und Hausnummer oder Postfach. Beispiel: "Am Markt 3"' },
      zipCode: {
        must: text('a postal code in quotes', 10, (value) => /^[A-Z\d][A-Z\d -]{2,9}$/i.test(value)),
        about: 'Postleitzahl, in Anführungszeichen. Beispiel: "29525"',
      },
      city: { must: line(), about: 'Ort. Beispiel: "Uelzen"' },
      productLines: {
        must: list(line(), 'a list of 1 to 20 texts', ({ length }) => length > 0 && length <= 20),
        about:
          'Die Sparten, die Sie für diesen Versicherer vermitteln. Beispiel: ["OP-Versicherung für Pferde"]',
      },
    },
  },
  creditor: {
    about: `Wer die Beiträge per Lastschrift einzieht: Ihre Firma oder der Versicherer. Name und Nummer werden mit jedem
# Mandat gespeichert; eine Änderung gilt nur für neue Mandate.`,
    keys: {
      name: {
        must: line(70),
        about: 'Name des Zahlungsempfängers. Beispiel: "Linde & Sohn Versicherungen GmbH"',
      },
      id: {
        must: text('a SEPA creditor id such as DE98ZZZ09999999999, without blanks', 35, isCreditorId),
        about: 'Gläubiger-Identifikationsnummer, ohne Leerzeichen. Beispiel: "DE98ZZZ09999999999"',
      },
    },
  },
  mail: {
    about: `E-Mails. MAIL_FROM und MAIL_INTERNAL_TO in der Umgebung gehen vor. Solange hier die Platzhalter stehen, gelten
# die E-Mail-Adresse der Firma und der Name der Marke.`,
    keys: {
      from: { must: email(), about: 'Absender. Beispiel: "antrag@linde.de"' },
      fromName: { must: line(), about: 'Name des Absenders. Beispiel: "Hufschutz"' },
      internalTo: {
        must: email(),
        about: 'Wohin Nachrichten über neue Anträge gehen. Beispiel: "team@linde.de"',
      },
    },
  },
  legal: {
    about: 'Rechtliche Angaben.',
    keys: {
      status: {
        must: oneOf(intermediaryStatuses),
        about: `Ihr Status als Vermittler: "tied_agent" ist ein gebundener Versicherungsvertreter (§ 34d Abs. 7 GewO), "agent"
# ein Versicherungsvertreter und "broker" ein Versicherungsmakler, beide mit Erlaubnis (§ 34d Abs. 1 GewO). Ohne diese
# Zeile gilt "tied_agent", und die Startprüfung bleibt offen.`,
        example: 'tied_agent',
      },
      wordingsConfirmed: {
        must: day(),
        about: `Bis zu welchem Stand eine Anwältin oder ein Anwalt die Wortlaute der Erklärungen bestätigt hat. Beispiel:
# "2026-12-01"`,
        example: placeholders.legal.accessibilityDate,
      },
      accessibilityDate: {
        must: day(),
        about: 'Wann Sie die Erklärung zur Barrierefreiheit zuletzt geprüft haben. Beispiel: "2026-12-01"',
      },
      testimonialsChecked: {
        must: line(maximum.text),
        about: `Wie Sie die Kundenstimmen geprüft haben (§ 5b Abs. 3 UWG), wenn sie echt sind. Beispiel: "Wir haben jede Stimme mit
# dem Vertrag verglichen."`,
        example: 'Wir haben jede Stimme mit dem Vertrag verglichen.',
      },
      insuranceTaxPercent: {
        must: percent(),
        about: `Satz der Versicherungsteuer in Prozent (§ 6 VersStG), den Beiträge nennen. Ein Beitrag ohne Steuer
# nennt keine: 0. Beispiel: 19`,
      },
    },
  },
};

export const officeAbouts: Record<OfficeKey, string> = {
  register: 'Die Registerstelle, bei der man Ihren Eintrag prüfen kann.',
  ombudsman: 'Die Schlichtungsstelle für Beschwerden (§ 214 VVG).',
  supervision: 'Die Behörde, die den Versicherer beaufsichtigt.',
  enforcement: 'Die Behörde, die die Barrierefreiheit überwacht (§ 20 BFSG).',
};

export const officeFacts: Record<keyof Office, Fact> = {
  name: { must: line(maximum.street), about: 'Name.' },
  street: { must: line(), about: 'Straße oder Postfach.' },
  city: { must: line(), about: 'Postleitzahl und Ort.' },
  phone: { must: Optional(phone()), about: 'Telefon.' },
  email: { must: Optional(email()), about: 'E-Mail-Adresse.' },
  website: { must: Optional(website()), about: 'Adresse der Website, mit https://.' },
};
