import { type DocumentKind, documentLabels } from '../document-kinds';
import type { Operator } from '../operator/operator';
import type { DocumentText } from './text';

type SampleKind = keyof typeof contents;

export function isSampleKind(kind: DocumentKind): kind is SampleKind {
  return kind in contents;
}

export function sampleText(kind: SampleKind, { insurer }: Operator): DocumentText {
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
