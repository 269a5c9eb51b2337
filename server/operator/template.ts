import { placeholderList } from '#domain/cases/messages';
import { keysOf } from '#domain/keys';
import { offices } from '#domain/operator/offices';
import { placeholders } from '#domain/operator/operator';
import { type Fact, facts, officeAbouts, officeFacts } from './facts';

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
  const sections = keysOf(facts).map((name) => {
    const { about, keys } = facts[name];
    return section(name, about, keys, placeholders[name]);
  });
  return [head, ...sections, ...officeParts(), ...voiceParts(), templatePart].join('\n');
}

/** The offices are facts, not placeholders. The one that grants permissions depends on the operator's place. */
function officeParts(): string[] {
  const permission = `# [legal.permission]
# Nur mit status "agent" oder "broker": wer Ihnen die Erlaubnis erteilt hat und Sie beaufsichtigt.
# name = "Industrie- und Handelskammer zu Leipzig"
# street = "Goerdelerring 5"
# city = "04109 Leipzig"
# website = "https://www.leipzig.ihk.de"
`;
  const known = keysOf(offices).map((key) =>
    section(`legal.${key}`, officeAbouts[key], officeFacts, offices[key]),
  );
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

function section(name: string, about: string, keys: Record<string, Fact>, values: object): string {
  const lines = Object.entries(keys).flatMap(([key, { about, example }]) => {
    const value: unknown = example ?? Reflect.get(values, key);
    if (value === undefined) return [];
    return `# ${about}\n${example ? '# ' : ''}${assignment([key, value])}\n`;
  });
  return `[${name}]\n# ${about}\n\n${lines.join('\n')}`;
}

/** JSON's strings and lists of strings are TOML's too. */
function assignment([key, value]: [string, unknown]): string {
  return `${key} = ${JSON.stringify(value)}`;
}
