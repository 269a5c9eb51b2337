import { ibanIn } from '../bank/numbers';
import { formatDay } from '../dates';
import type { FieldError } from '../fields';
import { type TariffType, tariffNames } from '../tariffs/catalogue';
import { asGiven, greetingOf, isMailableName, type Person, plainNameOf } from '../text/mailable';
import type { MessageStatus } from './statuses';

export const longestMessage = { subject: 150, body: 5_000 } as const;
export const longestAnswer = 2_000;

export type MessageText = { subject: string; body: string };
export type MessageTemplate = MessageText & { name: string; status: MessageStatus };

export type MessageFacts = {
  applicationId: string;
  applicant: Person;
  horseName: string;
  insuranceStart: string;
  tariff: TariffType;
};

export function messageFactsOf(applicationId: string, sets: FactSets): MessageFacts {
  const { 'horse-data': horse, 'contact-data': applicant, 'tariff-selection': selection } = sets;
  return {
    applicationId,
    applicant,
    horseName: horse.horseName,
    insuranceStart: horse.insuranceStartDate,
    tariff: selection.tariffType,
  };
}

type FactSets = {
  'horse-data': { horseName: string; insuranceStartDate: string };
  'contact-data': Person;
  'tariff-selection': { tariffType: TariffType };
};

const values = {
  anrede: ({ applicant }) => greetingOf(applicant),
  name: ({ applicant }) => plainNameOf(applicant) ?? '',
  // in quotation marks like a name, which stays the same in every case: templates of operators have datives
  pferd: ({ horseName }) => (isMailableName(horseName) ? horseName : `„Ihr Pferd“ (Name ${asGiven})`),
  antrag: ({ applicationId }) => applicationId,
  beginn: ({ insuranceStart }) => formatDay(insuranceStart),
  tarif: ({ tariff }) => tariffNames[tariff],
} satisfies Record<string, (facts: MessageFacts) => string>;

export const placeholderList = Object.keys(values)
  .map((name) => `{${name}}`)
  .join(' ');

// the blank before it goes with a name that is left out
const placeholder = new RegExp(`( ?)\\{(${Object.keys(values).join('|')})\\}`, 'g');

/** The message as it is sent. A value that looks like a placeholder stays as it is. */
export function fillMessage({ subject, body }: MessageText, facts: MessageFacts): MessageText {
  const filled = (text: string) =>
    text.replace(placeholder, (_, blank: string, name: keyof typeof values) => {
      const value = values[name](facts);
      return value && blank + value;
    });
  return { subject: filled(subject), body: filled(body) };
}

/** Unknown placeholders, bank data, and a text of which nothing is left because the name is left out. */
export function messageErrors(message: MessageText, facts?: MessageFacts): FieldError[] {
  const filled = facts ? fillMessage(message, facts) : message;
  return (['subject', 'body'] as const).flatMap((path) => {
    const error =
      bracesIn(message[path]) ?? bankDataIn(filled[path]) ?? nothingIn(filled[path], message[path]);
    return error ? [{ path, message: error }] : [];
  });
}

function bracesIn(text: string): string | null {
  const [found] = text.replace(placeholder, '').match(/\{[^{}\n]{0,30}\}?|\}/) ?? [];
  if (!found) return null;
  return `„${found}“ ist kein Platzhalter. Es gibt ${placeholderList}; andere geschweifte Klammern sind nicht möglich`;
}

function bankDataIn(text: string): string | null {
  return ibanIn(text) === null
    ? null
    : 'Der Text enthält eine IBAN. Bankdaten schicken wir nicht per E-Mail; bitte nehmen Sie sie heraus';
}

function nothingIn(filled: string, typed: string): string | null {
  return filled === '' && typed !== ''
    ? 'Der Name wird hier ausgelassen. Bitte schreiben Sie etwas dazu'
    : null;
}

export const builtInTemplates: readonly MessageTemplate[] = [
  {
    status: 'inquiry',
    name: 'Rückfrage',
    subject: 'Eine Frage zu Ihrem Antrag',
    body: `{anrede},

vielen Dank für Ihren Antrag auf den {tarif} für {pferd}. Wir haben ihn uns angesehen und brauchen noch eine Auskunft von Ihnen, damit wir ihn an den Versicherer weitergeben können:

Ist {pferd} zurzeit gesund, oder ist eine Behandlung oder Operation geplant? Wenn ja: Worum geht es, und wann soll sie sein?

Ein paar Sätze genügen uns. Sobald wir Ihre Antwort haben, geht es weiter.`,
  },
  {
    status: 'transmitted',
    name: 'Weiterleitung',
    subject: 'Ihr Antrag liegt jetzt beim Versicherer',
    body: `{anrede},

wir haben Ihren Antrag auf den {tarif} für {pferd} geprüft und an den Versicherer weitergegeben. Dort wird jetzt entschieden, ob der Vertrag zustande kommt.

Das dauert in der Regel einige Werktage. Sobald wir die Entscheidung kennen, schreiben wir Ihnen. Bis dahin müssen Sie nichts weiter tun.

Bitte beachten Sie: Versichert ist {pferd} erst, wenn der Versicherer den Antrag angenommen hat, und frühestens ab dem {beginn}.`,
  },
  {
    status: 'issued',
    name: 'Policierung',
    subject: 'Ihr Antrag ist angenommen',
    body: `{anrede},

wir haben eine gute Nachricht für Sie: Der Versicherer hat Ihren Antrag auf den {tarif} für {pferd} angenommen.

Der Versicherungsschein kommt in den nächsten Tagen zu Ihnen. Bitte prüfen Sie, ob alle Angaben darin stimmen, und bewahren Sie ihn gut auf. Beantragt haben Sie den Schutz ab dem {beginn}; maßgeblich ist der Beginn, der im Versicherungsschein steht. Welche Wartezeiten gelten, lesen Sie in Ihren Unterlagen.

Alles Gute für Sie und {pferd}.`,
  },
  {
    status: 'declined',
    name: 'Ablehnung',
    subject: 'Eine Nachricht zu Ihrem Antrag',
    body: `{anrede},

vielen Dank, dass Sie bei uns einen Schutz für {pferd} beantragt haben. Leider können wir Ihnen den {tarif} nicht anbieten: Ihr Antrag wurde nicht angenommen. Ein Vertrag kommt damit nicht zustande, und von Ihrem Konto wird nichts abgebucht.

Wir wissen, dass Sie sich etwas anderes erhofft haben. Wenn Sie Fragen dazu haben, rufen Sie uns gern an. Wir sehen dann gemeinsam, ob ein anderer Schutz für {pferd} möglich ist.`,
  },
];
