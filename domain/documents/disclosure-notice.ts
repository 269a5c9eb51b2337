/** The Mitteilung zur Anzeigepflicht: what follows from a breach of the duty of disclosure (§ 19 Abs. 5 VVG). */

import { documentLabels } from '../document-kinds';
import { requirements, disclosureNotice as wording } from '../law/wordings';
import type { Operator } from '../operator/operator';
import type { DocumentText, DocumentTopic } from './text';

export function disclosureNotice({ insurer }: Operator): DocumentText {
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
