/** The Datenschutzhinweise of an application (Art. 13 DSGVO). `/datenschutz` also covers the website itself. */

import { documentLabels } from '../document-kinds';
import type { Operator } from '../operator/operator';
import { keepSentences, type Periods, retentionRules } from '../retention/periods';
import { companyLines } from './first-information';
import type { DocumentText, DocumentTopic } from './text';

export function privacyNotice(operator: Operator, periods: Periods): DocumentText {
  const { company } = operator;
  return {
    title: documentLabels.datenschutzhinweise,
    intro: [
      'Diese Hinweise sagen Ihnen, was mit Ihren Angaben geschieht, wenn Sie bei uns eine OP-Versicherung für Ihr Pferd beantragen (Art. 13 der Datenschutz-Grundverordnung, DSGVO).',
    ],
    topics: [
      {
        heading: 'Wer verantwortlich ist',
        blocks: [
          companyLines(company),
          `Fragen zum Datenschutz beantworten wir unter ${company.privacyEmail}.`,
        ],
      },
      purposes,
      recipients(operator),
      storage(periods),
      ...rights,
    ],
  };
}

const purposes: DocumentTopic = {
  heading: 'Was wir verarbeiten, wozu und warum wir es dürfen',
  blocks: [
    'Wir verarbeiten, was Sie im Antrag angeben: zu Ihrem Pferd, zu Ihrer Person, zum gewünschten Vertrag und zur Zahlung. Ohne diese Angaben können wir den Antrag nicht bearbeiten. Die Lebensnummer ist freiwillig.',
    'Bitten Sie um ein Angebot, speichern wir dazu Ihre E-Mail-Adresse, den Tarif und den Beitrag. Bereiten wir nach einem Anruf einen Antrag für Sie vor, speichern wir, was Sie uns dafür gesagt haben, aber weder Erklärungen noch Bankdaten.',
    {
      points: [
        'Beitrag berechnen, Antrag prüfen und vermitteln, Unterlagen und Bestätigungen senden: zur Anbahnung und Durchführung des Vertrags (Art. 6 Abs. 1 lit. b DSGVO)',
        'festhalten, welche Unterlagen Sie wann bekommen und was Sie erklärt haben: um gesetzliche Pflichten zu erfüllen und es belegen zu können (Art. 6 Abs. 1 lit. c und f DSGVO)',
        'an einen offenen Antrag oder ein Angebot erinnern: nur mit Ihrer Einwilligung (Art. 6 Abs. 1 lit. a DSGVO), die Sie jederzeit widerrufen können',
        'Missbrauch abwehren: weil wir ein berechtigtes Interesse an einem sicheren Betrieb haben (Art. 6 Abs. 1 lit. f DSGVO)',
      ],
    },
    'Über die Annahme Ihres Antrags entscheidet ein Mensch. Eine ausschließlich automatisierte Entscheidung im Sinne von Art. 22 DSGVO gibt es nicht.',
  ],
};

function recipients({ insurer, creditor }: Operator): DocumentTopic {
  return {
    heading: 'Wer Ihre Angaben bekommt',
    blocks: [
      `Ihren Antrag geben wir an die ${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}, weiter. Sie prüft ihn, wird bei Annahme Ihre Vertragspartnerin und verarbeitet die Daten dann in eigener Verantwortung. Den Beitrag zieht die ${creditor.name} ein.`,
      'Dienstleister, etwa für Hosting und E-Mail-Versand, handeln nur nach unserer Weisung und auf Grundlage eines Vertrags nach Art. 28 DSGVO. Wir verkaufen Ihre Daten nicht.',
    ],
  };
}

function storage(periods: Periods): DocumentTopic {
  const sentences = keepSentences(periods);
  const kinds = [
    'open_applications',
    'completed_applications',
    'withdrawn_applications',
    'withdrawals',
    'unmatched_withdrawals',
    'preparations',
    'offers',
    'evidence',
  ] as const;
  return {
    heading: 'Wie lange wir sie aufbewahren',
    blocks: [{ points: kinds.map((kind) => `${retentionRules[kind].label}: ${sentences[kind]}`) }],
  };
}

const rights: readonly DocumentTopic[] = [
  {
    heading: 'Ihre Rechte',
    blocks: [
      {
        points: [
          'Auskunft über die zu Ihnen gespeicherten Daten (Art. 15 DSGVO)',
          'Berichtigung unrichtiger Daten (Art. 16 DSGVO)',
          'Löschung (Art. 17 DSGVO)',
          'Einschränkung der Verarbeitung (Art. 18 DSGVO)',
          'Übertragung Ihrer Daten in einem gängigen Format (Art. 20 DSGVO)',
          'Widerruf einer Einwilligung für die Zukunft (Art. 7 Abs. 3 DSGVO)',
        ],
      },
      'Eine formlose Nachricht an uns genügt.',
    ],
  },
  {
    heading: 'Ihr Recht zu widersprechen',
    blocks: [
      'Verarbeiten wir Daten, weil wir ein berechtigtes Interesse daran haben (Art. 6 Abs. 1 lit. f DSGVO), können Sie aus Gründen, die sich aus Ihrer besonderen Situation ergeben, jederzeit widersprechen (Art. 21 DSGVO).',
    ],
  },
  {
    heading: 'Beschwerde bei der Aufsicht',
    blocks: [
      'Sind Sie der Ansicht, dass die Verarbeitung Ihrer Daten gegen das Recht verstößt, können Sie sich bei einer Datenschutz-Aufsichtsbehörde beschweren (Art. 77 DSGVO), zum Beispiel bei der Behörde an Ihrem Wohnort oder an unserem Sitz.',
    ],
  },
];
