import type { Block, DocumentText, DocumentTopic } from '#domain/documents/text';
import type { Operator } from '#domain/operator/operator';
import { headingHeight, linesOn, writeHeading, writePoints } from './blocks';
import { writeLetterhead, writeMargins } from './letterhead';
import { colours, contentWidth, type Element, type Paper, type Style, styles } from './paper';
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
  const about = { title, subject: title, operator, date: null };
  return drawPaper(about, (paper, whole) => {
    writeLetterhead(paper, whole, operator);
    const line = linesOn(paper, whole);
    paper.y += 26;
    if (stamp) line('P', stamp, stampStyle, 4);
    line('H1', title, styles.title, 8);
    for (const text of intro) line('P', text, styles.body, blockGap);
    for (const topic of topics) writeTopic(paper, whole, topic);
    return () => writeMargins(paper, title, operator);
  });
}

export function writeTopic(paper: Paper, parent: Element, { heading, blocks }: DocumentTopic) {
  const element = paper.open('Sect', parent);
  paper.y += topicGap;
  // a heading stays with the beginning of its topic
  paper.makeRoom(headingHeight + blockGap + beginningOf(paper, blocks));
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

/** The lines of an address stay together in one paragraph. */
function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  return 'lines' in block ? block.lines.join('\n') : (block.points[0] ?? '');
}
