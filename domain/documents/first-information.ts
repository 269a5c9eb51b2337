/** The Erstinformation: who the intermediary is, before anything is sold (§ 15 VersVermV). */

import { documentLabels } from '../document-kinds';
import { roleOf } from '../operator/intermediary';
import type { IntermediaryStatus, Operator } from '../operator/operator';
import { type Block, type DocumentText, officeLines } from './text';

export function firstInformation({ company, insurer, legal }: Operator): DocumentText {
  return {
    title: documentLabels.erstinformation,
    intro: [
      'Wer Versicherungen vermittelt, stellt sich beim ersten Kontakt vor. So will es § 15 der Verordnung über die Versicherungsvermittlung und -beratung (VersVermV), und so wissen Sie, mit wem Sie es zu tun haben.',
    ],
    topics: [
      { heading: 'Wer wir sind', blocks: [companyLines(company)] },
      {
        heading: 'Unser Status',
        blocks: [
          `Die ${company.name} ist als ${roleOf(legal.status)} tätig und im Vermittlerregister eingetragen. ${sides[legal.status](insurer.name)}`,
          `Unsere Registernummer lautet ${company.intermediaryNumber}. Die Eintragung können Sie beim Vermittlerregister prüfen:`,
          officeLines(legal.register),
        ],
      },
      {
        heading: 'Beratung',
        blocks: ['Wir bieten Ihnen vor Ihrem Antrag eine Beratung an. Sie ist für Sie kostenlos.'],
      },
      {
        heading: 'Unsere Vergütung',
        blocks: [
          'Für die Vermittlung erhalten wir vom Versicherer eine Provision. Sie ist im Versicherungsbeitrag enthalten. Von Ihnen verlangen wir keine gesonderte Vergütung.',
        ],
      },
      {
        heading: 'Beteiligungen',
        blocks: [
          'Wir halten weder direkt noch indirekt mehr als 10 Prozent der Stimmrechte oder des Kapitals eines Versicherungsunternehmens. Umgekehrt hält auch kein Versicherungsunternehmen und kein Mutterunternehmen eines solchen direkt oder indirekt mehr als 10 Prozent der Stimmrechte oder des Kapitals an uns.',
        ],
      },
      {
        heading: 'Wenn Sie nicht zufrieden sind',
        blocks: [
          'Bitte sagen Sie es zuerst uns, damit wir es in Ordnung bringen können. Außerdem hilft Ihnen die Schlichtungsstelle für Streitigkeiten mit Versicherern und Vermittlern. Für Verbraucherinnen und Verbraucher ist das Verfahren kostenfrei.',
          officeLines(legal.ombudsman),
          'Die Aufsicht über den Versicherer führt:',
          officeLines(legal.supervision),
        ],
      },
    ],
  };
}

export function companyLines(company: Operator['company']): Block {
  const { managingDirectors, registerCourt, registerNumber } = company;
  return {
    lines: [
      company.name,
      company.street,
      `${company.zipCode} ${company.city}`,
      managingDirectors && `Geschäftsführung: ${managingDirectors}`,
      [registerCourt, registerNumber].filter(Boolean).join(', '),
      `Telefon: ${company.phone}`,
      `E-Mail: ${company.email}`,
    ].filter(Boolean),
  };
}

const sides: Record<IntermediaryStatus, (insurer: string) => string> = {
  tied_agent: (insurer) =>
    `Wir vermitteln ausschließlich Verträge der ${insurer}, die für unsere Vermittlung uneingeschränkt haftet.`,
  agent: (insurer) => `Wir vermitteln im Auftrag der ${insurer}.`,
  broker: (insurer) =>
    `Wir vermitteln in Ihrem Auftrag. Den OP-Schutz auf dieser Website bietet die ${insurer} an.`,
};
