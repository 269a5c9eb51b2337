import type { Block, DocumentText, DocumentTopic } from '#domain/documents';
import { declarationFacts, type Receipt, receivedSentence, receivedTitle } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import type { Operator } from '#domain/operator/operator';
import { headingHeight, linesOn, writeFacts, writeHeading, writePoints } from './blocks';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';
import { drawPaper } from './pdf';

const stampStyle: Style = { face: 'serif', size: 84, colour: colours.saddle };
const topicGap = 18;
const blockGap = 6;

export function drawDocument({
  document,
  operator,
}: {
  document: DocumentText;
  operator: Operator;
}): Promise<Uint8Array> {
  const { title, stamp, intro, topics } = document;
  const about = { title, subject: title, running: title, operator, date: null };
  return drawPaper(about, (paper, whole, line) => {
    if (stamp) line('P', stamp, stampStyle, 4);
    line('H1', title, styles.title, 8);
    for (const text of intro) line('P', text, styles.body, blockGap);
    for (const topic of topics) writeTopic(paper, whole, topic);
  });
}

/** `kept`: how many of its blocks stay on one sheet with the heading. */
export function writeTopic(paper: Paper, parent: Element, { heading, blocks }: DocumentTopic, kept = 0) {
  const element = paper.open('Sect', parent);
  paper.y += topicGap;
  // a heading stays with the beginning of its topic
  paper.makeRoom(
    headingHeight + blockGap + Math.max(beginningOf(paper, blocks), heightOf(paper, blocks.slice(0, kept))),
  );
  writeHeading(paper, element, heading);
  paper.y += blockGap;
  const line = linesOn(paper, element);
  for (const block of blocks) {
    if (typeof block !== 'string' && 'points' in block)
      writePoints(paper, element, block.points, styles.body);
    else line('P', textOf(block), styles.body, blockGap);
  }
  element.end();
}

function beginningOf(paper: Paper, [first = '']: readonly Block[]): number {
  return paper.heightOf(textOf(first), styles.body, contentWidth);
}

function heightOf(paper: Paper, blocks: readonly Block[]): number {
  const texts = blocks.flatMap((block) =>
    typeof block !== 'string' && 'points' in block ? block.points : textOf(block),
  );
  const heights = texts.map((text) => paper.heightOf(text, styles.body, contentWidth) + blockGap);
  return heights.reduce((sum, height) => sum + height, 0);
}

/** The lines of an address stay together in one paragraph. */
function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  return 'lines' in block ? block.lines.join('\n') : (block.points[0] ?? '');
}

export type ReceiptCopy = { receipt: Receipt; operator: Operator };

export function drawReceipt({ receipt, operator }: ReceiptCopy): Promise<Uint8Array> {
  const { name, street, zipCode, city } = operator.company;
  const about = {
    title: `${receivedTitle}, ${receivedSentence(receipt.receivedAt)}`,
    subject: 'Bestätigung über den Eingang eines Widerrufs',
    running: `Widerruf ${receipt.id}`,
    operator,
    date: new Date(receipt.receivedAt),
  };
  return drawPaper(about, (paper, whole, line) => {
    line('H1', receivedTitle, styles.title, 4);
    line('P', receivedSentence(receipt.receivedAt), styles.strong, 18);
    line('H2', 'Ihre Erklärung', styles.heading, 6);
    line('P', `An: ${name}, ${street}, ${zipCode} ${city}`, styles.body, 8);
    line('P', `„${withdrawalSentence}“`, styles.value, 12);
    const facts = declarationFacts(receipt);
    writeFacts(paper, whole, facts, { x: sheet.left, width: contentWidth, columns: 1 });
    paper.y += 18;
    line('P', confirmation, styles.body, 8);
    line('P', `Kennung des Widerrufs: ${receipt.id}`, styles.declared, 0);
  });
}

const confirmation =
  'Diese Bestätigung sagt, was über unsere Website erklärt wurde und wann es bei uns eingegangen ist. Ob und ab wann der Widerruf wirkt, teilen wir Ihnen mit.';
