/** The operator file that `bun run operator init` writes: every key with an explanation and its placeholder. */
import { placeholderList } from '#domain/cases/messages';
import { type OfficeKey, offices } from '#domain/operator/offices';
import { type Operator, placeholders } from '#domain/operator/operator';

/** Key, explanation with an example, and value. A key without a value is written as a comment: it has no default. */
type Row = [key: string, about: string, value: string | readonly string[] | null, example?: string];

const head = `# Wer diese Website betreibt. Der Server liest diese Datei beim Start: Nach einer Änderung starten Sie ihn neu.
#
# Alle Werte sind Platzhalter. Ersetzen Sie jeden durch Ihren eigenen. Was Sie weglassen, bleibt ein Platzhalter.
#   bun run operator check   sagt, was falsch oder noch ein Platzhalter ist
#   bun run launch-check     sagt, was bis zum Start der Website noch fehlt
#
# Das Format ist TOML: Texte stehen in Anführungszeichen, und hinter # steht eine Erklärung. Eine Zeile, die mit # und
# einem Schlüssel beginnt, gilt erst, wenn Sie das # am Anfang entfernen.

# Ohne Kundenstimmen auf der Startseite: Entfernen Sie das # vor der nächsten Zeile und alle Abschnitte
# [[testimonials]] weiter unten.
# testimonials = []
`;

/** The text of a complete operator file. Reading it back gives the placeholders. */
export function operatorTemplate(): string {
  const { brand, company, insurer, creditor, mail } = placeholders;
  const parts = [
    section('brand', 'Die Marke, unter der Sie auftreten.', brandRows(brand)),
    section('company', companyAbout, companyRows(company)),
    section('insurer', 'Der Versicherer, dessen Verträge Sie vermitteln.', insurerRows(insurer)),
    section('creditor', creditorAbout, creditorRows(creditor)),
    section('mail', mailAbout, mailRows(mail)),
    section('legal', 'Rechtliche Angaben.', legalRows),
    ...officeParts(),
    ...voiceParts(),
    templatePart,
  ];
  return `${[head, ...parts].join('\n')}`;
}

function brandRows({ name, claim }: Operator['brand']): Row[] {
  return [
    ['name', 'Name der Marke, in Kopfzeile, E-Mails und PDF. Beispiel: "Hufschutz"', name],
    ['claim', 'Was die Marke bietet, in wenigen Worten. Beispiel: "OP-Schutz für Pferde"', claim],
  ];
}

const companyAbout = `Ihre Firma, für Impressum, Fußzeile, E-Mails und PDF. Was Ihre Firma nicht hat, ist "-": Das geht bei
# managingDirectors, registerCourt, registerNumber und vatId.`;

function companyRows(company: Operator['company']): Row[] {
  return [
    ['name', 'Name der Firma mit Rechtsform. Beispiel: "Linde & Sohn Versicherungen GmbH"', company.name],
    ['street', 'Straße und Hausnummer. Beispiel: "Lindenallee 12a"', company.street],
    ['zipCode', 'Postleitzahl, in Anführungszeichen. Beispiel: "04109"', company.zipCode],
    ['city', 'Ort. Beispiel: "Leipzig"', company.city],
    ['phone', 'Telefon, so wie es angezeigt wird. Beispiel: "0341 1234567"', company.phone],
    ['email', 'E-Mail-Adresse für Kundinnen und Kunden. Beispiel: "post@linde.de"', company.email],
    ['managingDirectors', 'Geschäftsführung. Beispiel: "Eva Linde, Jan Linde"', company.managingDirectors],
    ['registerCourt', 'Registergericht. Beispiel: "Amtsgericht Leipzig"', company.registerCourt],
    ['registerNumber', 'Nummer im Handelsregister. Beispiel: "HRB 98765"', company.registerNumber],
    ['vatId', 'Umsatzsteuer-Identifikationsnummer. Beispiel: "DE987654321"', company.vatId],
    [
      'intermediaryNumber',
      'Ihre Nummer im Vermittlerregister. Beispiel: "D-ABCD-12345-67"',
      company.intermediaryNumber,
    ],
    [
      'serviceHours',
      'Wann man Sie erreicht. Beispiel: "Montag bis Freitag, 9 bis 18 Uhr"',
      company.serviceHours,
    ],
    [
      'privacyEmail',
      'E-Mail-Adresse für Fragen zum Datenschutz. Beispiel: "datenschutz@linde.de"',
      company.privacyEmail,
    ],
    [
      'contentResponsible',
      'Wer nach § 18 Abs. 2 MStV für den Inhalt verantwortlich ist. Beispiel: "Eva Linde"',
      company.contentResponsible,
    ],
  ];
}

function insurerRows({ name, street, zipCode, city, productLines }: Operator['insurer']): Row[] {
  return [
    ['name', 'Name mit Rechtsform. Beispiel: "Tierschutz Versicherung AG"', name],
    ['street', 'Straße und Hausnummer oder Postfach. Beispiel: "Am Markt 3"', street],
    ['zipCode', 'Postleitzahl, in Anführungszeichen. Beispiel: "29525"', zipCode],
    ['city', 'Ort. Beispiel: "Uelzen"', city],
    [
      'productLines',
      'Die Sparten, die Sie für diesen Versicherer vermitteln. Beispiel: ["OP-Versicherung für Pferde"]',
      productLines,
    ],
  ];
}

const creditorAbout = `Wer die Beiträge per Lastschrift einzieht: Ihre Firma oder der Versicherer. Name und Nummer werden mit jedem
# Mandat gespeichert; eine Änderung gilt nur für neue Mandate.`;

function creditorRows({ name, id }: Operator['creditor']): Row[] {
  return [
    ['name', 'Name des Zahlungsempfängers. Beispiel: "Linde & Sohn Versicherungen GmbH"', name],
    ['id', 'Gläubiger-Identifikationsnummer, ohne Leerzeichen. Beispiel: "DE98ZZZ09999999999"', id],
  ];
}

const mailAbout = `E-Mails. MAIL_FROM und MAIL_INTERNAL_TO in der Umgebung gehen vor. Solange hier die Platzhalter stehen, gelten
# die E-Mail-Adresse der Firma und der Name der Marke.`;

function mailRows({ from, fromName, internalTo }: Operator['mail']): Row[] {
  return [
    ['from', 'Absender. Beispiel: "antrag@linde.de"', from],
    ['fromName', 'Name des Absenders. Beispiel: "Hufschutz"', fromName],
    ['internalTo', 'Wohin Nachrichten über neue Anträge gehen. Beispiel: "team@linde.de"', internalTo],
  ];
}

const { accessibilityDate } = placeholders.legal;
const legalRows: Row[] = [
  [
    'status',
    `Ihr Status als Vermittler: "tied_agent" ist ein gebundener Versicherungsvertreter (§ 34d Abs. 7 GewO), "agent"
# ein Versicherungsvertreter und "broker" ein Versicherungsmakler, beide mit Erlaubnis (§ 34d Abs. 1 GewO). Ohne diese
# Zeile gilt "tied_agent", und die Startprüfung bleibt offen.`,
    null,
    '"tied_agent"',
  ],
  [
    'wordingsConfirmed',
    `Bis zu welchem Stand eine Anwältin oder ein Anwalt die Wortlaute der Erklärungen bestätigt hat. Beispiel:
# "2026-12-01"`,
    null,
    `"${accessibilityDate}"`,
  ],
  [
    'accessibilityDate',
    'Wann Sie die Erklärung zur Barrierefreiheit zuletzt geprüft haben. Beispiel: "2026-12-01"',
    accessibilityDate,
  ],
  [
    'testimonialsChecked',
    `Wie Sie die Kundenstimmen geprüft haben (§ 5b Abs. 3 UWG), wenn sie echt sind. Beispiel: "Wir haben jede Stimme mit
# dem Vertrag verglichen."`,
    null,
    '"Wir haben jede Stimme mit dem Vertrag verglichen."',
  ],
];

const officeAbouts: Record<OfficeKey, string> = {
  register: 'Die Registerstelle, bei der man Ihren Eintrag prüfen kann.',
  ombudsman: 'Die Schlichtungsstelle für Beschwerden (§ 214 VVG).',
  supervision: 'Die Behörde, die den Versicherer beaufsichtigt.',
  enforcement: 'Die Behörde, die die Barrierefreiheit überwacht (§ 20 BFSG).',
};

const officeWords: Record<string, string> = {
  name: 'Name.',
  street: 'Straße oder Postfach.',
  city: 'Postleitzahl und Ort.',
  phone: 'Telefon.',
  email: 'E-Mail-Adresse.',
  website: 'Adresse der Website, mit https://.',
};

/** The offices are facts, not placeholders. The one that grants permissions depends on the operator's place. */
function officeParts(): string[] {
  const permission = `# [legal.permission]
# Nur mit status "agent" oder "broker": wer Ihnen die Erlaubnis erteilt hat und Sie beaufsichtigt.
# name = "Industrie- und Handelskammer zu Leipzig"
# street = "Goerdelerring 5"
# city = "04109 Leipzig"
# website = "https://www.leipzig.ihk.de"
`;
  const known = Object.entries(offices).map(([key, office]) => {
    const rows = Object.entries(office).map(([name, value]): Row => [name, officeWords[name] ?? '', value]);
    return section(`legal.${key}`, officeAbouts[key as OfficeKey], rows);
  });
  return [permission, ...known];
}

const voicesAbout = `# Kundenstimmen auf der Startseite, höchstens zwölf. kind ist bei allen dasselbe: "example" für erfundene Beispiele (die
# Startprüfung bleibt dann offen) oder "verified" für Stimmen, die Sie geprüft haben. horse darf fehlen. Beispiel:
# kind = "verified", text = "Die Klinik hat direkt abgerechnet.", name = "Eva L.", horse = "mit Stute Lotte, 12 Jahre"
`;

function voiceParts(): string[] {
  const voices = placeholders.testimonials.map(
    (voice) => `[[testimonials]]\n${Object.entries(voice).map(assignment).join('\n')}\n`,
  );
  return [voicesAbout, ...voices];
}

const templatePart = `# Eigene Vorlagen für Nachrichten zu einem Antrag, neben den eingebauten. status ist "inquiry" (Rückfrage),
# "transmitted" (an den Versicherer übermittelt), "issued" (policiert) oder "declined" (abgelehnt). In Betreff und Text
# dürfen ${placeholderList} stehen, aber keine IBAN. {anrede} ist
# „Guten Tag Frau Sommer“, ohne Komma. Gruß und Link fügt die E-Mail selbst an. Beispiel:
# [[templates]]
# name = "Lebensnummer fehlt"
# status = "inquiry"
# subject = "Eine Frage zu Ihrem Antrag"
# body = """
# {anrede},
#
# bitte nennen Sie uns die Lebensnummer von {pferd}."""
`;

function section(name: string, about: string, rows: readonly Row[]): string {
  const lines = rows.map(([key, text, value, example]) => {
    const line = value === null ? `# ${key} = ${example}` : assignment([key, value]);
    return `# ${text}\n${line}\n`;
  });
  return `[${name}]\n# ${about}\n\n${lines.join('\n')}`;
}

/** JSON's strings and lists of strings are TOML's too. */
function assignment([key, value]: [string, unknown]): string {
  return `${key} = ${JSON.stringify(value)}`;
}
