/** Blocks of the document: facts in columns, declarations, the box with the price. */
import type { Fact, Section } from './content';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';
import type { Price } from './price';

const columnGap = 20;
const labelGap = 12;
const rowPadding = 5;
/** A taller section may be torn apart: better than a sheet that is half empty. */
const tallest = 300;

const sectionGap = 20;
const headingHeight = 21;
const declaredGap = 7;

/** A heading, the facts under it two in a row, and what was declared about them: on one sheet where it fits on one. */
export function writeSection(paper: Paper, parent: Element, section: Section) {
  const { title, facts, declared } = section;
  const element = paper.open('Sect', parent);
  paper.y += sectionGap;
  paper.need(Math.min(heightOf(paper, section), tallest));
  writeHeading(paper, element, title);
  if (facts.length > 0) writeFacts(paper, element, facts, { x: sheet.left, width: contentWidth, columns: 2 });
  paper.y += declaredGap;
  for (const { text, points = [] } of declared) {
    writeDeclared(paper, element, text);
    if (points.length > 0) writePoints(paper, element, points);
  }
  element.end();
}

function heightOf(paper: Paper, { facts, declared }: Section): number {
  const cell = (contentWidth - columnGap) / 2;
  const rows = facts.map((_, index) =>
    index % 2 === 0 ? rowHeight(paper, facts.slice(index, index + 2), cell) : 0,
  );
  const texts = declared.flatMap(({ text, points = [] }) => [text, ...points]);
  const lines = texts.map((text) => paper.heightOf(text, styles.declared, contentWidth) + 4);
  return [...rows, ...lines].reduce((sum, height) => sum + height, headingHeight + declaredGap);
}

function writeHeading(paper: Paper, parent: Element, title: string) {
  paper.write(parent, 'H2', title, styles.heading, { x: sheet.left, y: paper.y, width: contentWidth });
  paper.y += headingHeight - 2;
  const { y } = paper;
  paper.adorn((doc) => {
    doc.lineWidth(0.9).strokeColor(colours.green).moveTo(sheet.left, y).lineTo(sheet.right, y).stroke();
  });
  paper.y += 2;
}

type Area = { x: number; width: number; columns: number };

/** Read one after the other, each value with its label as the header of its row. */
function writeFacts(paper: Paper, parent: Element, facts: readonly Fact[], area: Area) {
  const { x, width, columns } = area;
  const cell = (width - columnGap * (columns - 1)) / columns;
  const table = paper.open('Table', parent);
  for (let from = 0; from < facts.length; from += columns) {
    const row = facts.slice(from, from + columns);
    const height = rowHeight(paper, row, cell);
    paper.need(height);
    row.forEach((fact, column) => {
      writeFact(paper, table, fact, {
        x: x + column * (cell + columnGap),
        y: paper.y + rowPadding,
        width: cell,
      });
    });
    paper.y += height;
    if (from + columns < facts.length) underline(paper, x, width);
  }
  table.end();
}

function writeFact(
  paper: Paper,
  table: Element,
  { label, value }: Fact,
  place: { x: number; y: number; width: number },
) {
  const row = paper.open('TR', table);
  paper.write(row, 'TH', label, styles.label, place);
  paper.write(row, 'TD', value, styles.value, { ...place, y: place.y + labelGap });
  row.end();
}

function rowHeight(paper: Paper, row: readonly Fact[], width: number): number {
  const heights = row.map(({ value }) => paper.heightOf(value, styles.value, width));
  return rowPadding * 2 + labelGap + Math.max(...heights);
}

function underline(paper: Paper, x: number, width: number) {
  const { y } = paper;
  paper.adorn((doc) => {
    doc
      .lineWidth(0.5)
      .strokeColor(colours.line)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  });
}

function writeDeclared(paper: Paper, parent: Element, text: string, style: Style = styles.declared) {
  const height = paper.heightOf(text, style, contentWidth);
  paper.need(height);
  paper.write(parent, 'P', text, style, { x: sheet.left, y: paper.y, width: contentWidth });
  paper.y += height + 4;
}

function writePoints(paper: Paper, parent: Element, points: readonly string[]) {
  const indent = 11;
  const list = paper.open('L', parent);
  for (const point of points) {
    const height = paper.heightOf(point, styles.declared, contentWidth - indent);
    paper.need(height);
    const { y } = paper;
    paper.adorn((doc) => doc.circle(sheet.left + 3, y + 5.2, 1.3).fill(colours.saddle));
    const item = paper.open('LI', list);
    paper.write(item, 'LBody', point, styles.declared, {
      x: sheet.left + indent,
      y,
      width: contentWidth - indent,
    });
    item.end();
    paper.y += height + 1;
  }
  list.end();
  paper.y += 4;
}

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
