/** The box with the price. */
import { underline, writeFacts } from './blocks';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';
import type { Price } from './price';

const tariff: Style = { face: 'serif', size: 15, colour: colours.deepGreen };
const amount: Style = { face: 'serif', size: 23, colour: colours.deepGreen };
const note: Style = { face: 'sans', size: 8.5, colour: colours.saddle, gap: 1.5 };
const inset = 18;

/** Tariff and price on paper of their own: the one thing that everybody looks for. */
export function writePrice(paper: Paper, parent: Element, price: Price) {
  const element = paper.open('Sect', parent);
  const top = paper.y;
  const width = contentWidth - 2 * inset;
  const x = sheet.left + inset;
  const rows = Math.ceil(price.facts.length / 3);
  const height = 58 + rows * 34 + (price.notes.length > 0 ? 8 + price.notes.length * 12.5 : 2) + 6;
  paper.adorn((doc) => {
    doc.roundedRect(sheet.left, top, contentWidth, height, 8).fill(colours.paper);
    doc.roundedRect(sheet.left, top, contentWidth, height, 8).lineWidth(0.8).stroke(colours.line);
  });
  paper.write(element, 'H2', 'Tarif und Beitrag', styles.label, { x, y: top + 13, width: width / 2 });
  paper.write(element, 'P', price.tariff, tariff, { x, y: top + 25, width: width / 2 });
  const right = { x: x + width / 2, width: width / 2, align: 'right' } as const;
  paper.write(element, 'P', price.amount, amount, { ...right, y: top + 11 });
  paper.write(element, 'P', price.rhythm, styles.label, { ...right, y: top + 38 });
  paper.y = top + 56;
  underline(paper, x, width);
  writeFacts(paper, element, price.facts, { x, width, columns: 3 });
  paper.y += 5;
  for (const text of price.notes) {
    paper.write(element, 'P', text, note, { x, y: paper.y, width });
    paper.y += 12.5;
  }
  paper.y = top + height;
  element.end();
}
