import { type DocumentKind, documentKinds, documentLabels } from './document-kinds';
import { requirements, selections, disclosureNotice as wording } from './law/wordings';
import type { Office } from './operator/offices';
import { type IntermediaryStatus, type Operator, openKeys, roleOf } from './operator/operator';
import { keepSentences, type Periods, retentionRules } from './retention/periods';

export type DocumentText = {
  title: string;
  /** In large letters above the title: this is no document for customers. */
  stamp?: string;
  intro: readonly string[];
  topics: readonly DocumentTopic[];
};

export type DocumentTopic = { heading: string; blocks: readonly Block[] };

export type Block = string | { points: readonly string[] } | { lines: readonly string[] };

function officeLines({ name, street, city, phone, email, website }: Office): Block {
  const reach = { Telefon: phone, 'E-Mail': email, Internet: website?.replace('https://', '') };
  const ways = Object.entries(reach).filter(([, value]) => value);
  return { lines: [name, street, city, ...ways.map(([way, value]) => `${way}: ${value}`)] };
}

/** Who the intermediary is, before anything is sold (§ 15 VersVermV). */
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
          selections[legal.status](insurer.name),
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

function companyLines(company: Operator['company']): Block {
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
  tied_agent: (insurer) => `Die ${insurer} haftet für unsere Vermittlung uneingeschränkt.`,
  agent: (insurer) => `Wir vermitteln im Auftrag der ${insurer}.`,
  broker: () => 'Wir vermitteln in Ihrem Auftrag.',
};

type Facts = { operator: Operator; periods: Periods };

export function documentTexts({ operator, periods }: Facts): Record<DocumentKind, DocumentText> {
  return {
    erstinformation: firstInformation(operator),
    produktinformationsblatt: sampleText('produktinformationsblatt', operator),
    avb: sampleText('avb', operator),
    verbraucherinformation: sampleText('verbraucherinformation', operator),
    datenschutzhinweise: privacyNotice(operator, periods),
    anzeigepflicht: disclosureNotice(operator),
  };
}

/** Those that nobody has written and, while a fact about the company is a placeholder, all. */
export function samplesAmong(operator: Operator, isGiven: (kind: DocumentKind) => boolean): DocumentKind[] {
  const unnamed = openKeys(operator).company.length > 0;
  return documentKinds.filter((kind) => unnamed || (isSampleKind(kind) && !isGiven(kind)));
}

type SampleKind = keyof typeof contents;

export function isSampleKind(kind: DocumentKind): kind is SampleKind {
  return kind in contents;
}

function sampleText(kind: SampleKind, { insurer }: Operator): DocumentText {
  return {
    title: documentLabels[kind],
    stamp: 'MUSTER',
    intro: [
      `Dieses Blatt ist ein Muster ohne Inhalt und kein Teil eines Vertrags. An seiner Stelle steht später das Dokument der ${insurer.name}.`,
    ],
    topics: [
      { heading: 'Was hierher gehört', blocks: [{ points: contents[kind] }] },
      {
        heading: 'Für den Betreiber dieser Website',
        blocks: [
          `Legen Sie das Dokument des Versicherers als ${kind}.pdf in den Ordner documents neben der Datei operator.toml und starten Sie den Server neu.`,
        ],
      },
    ],
  };
}

const contents = {
  produktinformationsblatt: [
    'auf höchstens drei Seiten, in der Form der Verordnung (EU) 2017/1469 (§ 4 VVG-InfoV)',
    'um welche Art von Versicherung es sich handelt',
    'was versichert ist, was nicht versichert ist und welche Grenzen gelten',
    'wo der Schutz gilt',
    'welche Pflichten Sie haben',
    'wann und wie Sie zahlen',
    'wann der Schutz beginnt und endet und wie Sie kündigen',
  ],
  avb: [
    'der Umfang des Schutzes in jedem der drei Tarife',
    'Wartezeiten, Höchstgrenzen und Ausschlüsse',
    'Ihre Pflichten vor und nach einem Versicherungsfall',
    'der Beitrag, seine Anpassung und die Folgen verspäteter Zahlung',
    'Laufzeit und Kündigung',
  ],
  verbraucherinformation: [
    'Name, Anschrift und Aufsicht des Versicherers (§ 1 VVG-InfoV)',
    'die wesentlichen Merkmale der Versicherung, der Gesamtpreis und die Zahlung',
    'wie der Vertrag zustande kommt und wann der Schutz beginnt',
    'die Widerrufsbelehrung: Frist, Form, Empfänger und Folgen des Widerrufs (§ 8 VVG)',
    'Laufzeit und Kündigung',
    'das anwendbare Recht und der Weg für Beschwerden',
  ],
} satisfies { [Kind in DocumentKind]?: readonly string[] };

/** The Mitteilung zur Anzeigepflicht: what follows from a breach of the duty of disclosure (§ 19 Abs. 5 VVG). */
function disclosureNotice({ insurer }: Operator): DocumentText {
  const [subject, ...paragraphs] = wording;
  const [duty, ...consequences] = paragraphs.map(topicOf);
  return {
    title: documentLabels.anzeigepflicht,
    intro: [`${subject}. „Der Versicherer“ ist die ${insurer.name}.`],
    topics: [
      ...(duty ? [duty] : []),
      {
        heading: 'Wonach wir fragen',
        blocks: [
          'Im Antrag fragen wir, ob Ihr Pferd diese Voraussetzungen erfüllt:',
          { points: requirements },
        ],
      },
      ...consequences,
    ],
  };
}

function topicOf(paragraph: string): DocumentTopic {
  const [heading = '', text = ''] = paragraph.split(/: (.*)/s);
  return { heading, blocks: [text] };
}

/** The Datenschutzhinweise of an application (Art. 13 DSGVO). `/datenschutz` also covers the website itself. */
function privacyNotice(operator: Operator, periods: Periods): DocumentText {
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
