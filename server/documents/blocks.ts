import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { tariffFields } from '#domain/steps/sets';
import { perPeriod, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, type PricedSelection, toEuro } from '#domain/tariffs/premium';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';

export type Section = {
  title: string;
  facts: Fact[];
  /** The exact words of the applicant's declarations: paragraphs, each with its list of points. */
  declared: { text: string; points?: readonly string[] }[];
};

const columnGap = 20;
const labelGap = 12;
const rowPadding = 5;
/** A taller section, in points, may be split: that is better than a sheet that is half empty. */
const tallest = 300;
const sectionGap = 20;
/** In points, with the line below. */
export const headingHeight = 21;
const declaredGap = 7;
const unknown = 'Nicht angegeben';

/** A heading, the facts two in a row, and the declarations; all on one sheet if they fit. */
export function writeSection(paper: Paper, parent: Element, section: Section) {
  const { title, facts, declared } = section;
  const element = paper.open('Sect', parent);
  paper.y += sectionGap;
  paper.makeRoom(Math.min(heightOf(paper, section), tallest));
  writeHeading(paper, element, title);
  if (facts.length > 0) writeFacts(paper, element, facts, { x: sheet.left, width: contentWidth, columns: 2 });
  if (declared.length > 0) paper.y += declaredGap;
  const line = linesOn(paper, element);
  for (const { text, points = [] } of declared) {
    line('P', text, styles.declared, 4);
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

export function writeHeading(paper: Paper, parent: Element, title: string) {
  paper.write(parent, 'H2', title, styles.heading, { x: sheet.left, y: paper.y, width: contentWidth });
  paper.y += headingHeight - 2;
  underline(paper, sheet.left, contentWidth, { thickness: 0.9, colour: colours.green });
  paper.y += 2;
}

type Area = { x: number; width: number; columns: number };

/** Screen readers read the facts one after the other, each value with its label as the header of its row. */
export function writeFacts(paper: Paper, parent: Element, facts: readonly Fact[], area: Area) {
  const { x, width, columns } = area;
  const cell = (width - columnGap * (columns - 1)) / columns;
  const table = paper.open('Table', parent);
  for (let from = 0; from < facts.length; from += columns) {
    const row = facts.slice(from, from + columns);
    const height = rowHeight(paper, row, cell);
    paper.makeRoom(height);
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
  paper.write(row, 'TD', value || unknown, styles.value, { ...place, y: place.y + labelGap });
  row.end();
}

function rowHeight(paper: Paper, row: readonly Fact[], width: number): number {
  const heights = row.map(({ value }) => paper.heightOf(value || unknown, styles.value, width));
  return rowPadding * 2 + labelGap + Math.max(...heights);
}

function underline(
  paper: Paper,
  x: number,
  width: number,
  { thickness, colour }: { thickness: number; colour: string } = { thickness: 0.5, colour: colours.line },
) {
  const { y } = paper;
  paper.decorate((doc) => {
    doc
      .lineWidth(thickness)
      .strokeColor(colour)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  });
}

/** Writes texts over the whole width, one below the other; `after` is the gap below in points. */
export function linesOn(paper: Paper, parent: Element) {
  return (type: string, text: string, style: Style, after: number) => {
    const height = paper.heightOf(text, style, contentWidth);
    paper.makeRoom(height);
    paper.write(parent, type, text, style, { x: sheet.left, y: paper.y, width: contentWidth });
    paper.y += height + after;
  };
}

export function writePoints(
  paper: Paper,
  parent: Element,
  points: readonly string[],
  style: Style = styles.declared,
) {
  const indent = 11;
  const middle = style.size * (5.2 / styles.declared.size);
  const list = paper.open('L', parent);
  for (const point of points) {
    const height = paper.heightOf(point, style, contentWidth - indent);
    paper.makeRoom(height);
    const { y } = paper;
    paper.decorate((doc) => doc.circle(sheet.left + 3, y + middle, 1.3).fill(colours.saddle));
    const item = paper.open('LI', list);
    paper.write(item, 'LBody', point, style, {
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

export type Price = {
  tariff: string;
  /** Amount of one direct debit, such as `133,74 €`, and how often: `im Vierteljahr`. */
  amount: string;
  rhythm: string;
  facts: Fact[];
  notes: string[];
};

type Amounts = PricedSelection & { monthlyPremium: number; annualPremium: number };

export function amountsOf(priced: Amounts, start: Fact[]): Omit<Price, 'notes'> {
  const { tariffType, paymentFrequency, monthlyPremium, annualPremium } = priced;
  const { tariffType: _, ...chosen } = factsOf(tariffFields, priced);
  const amount = formatMoney(toEuro(instalmentCents(priced)));
  return {
    tariff: tariffNames[tariffType],
    amount,
    rhythm: perPeriod[paymentFrequency],
    facts: [
      ...start,
      ...Object.values(chosen),
      { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
      { label: 'Beitrag je Zahlung', value: amount },
      { label: 'Jahresbeitrag', value: formatMoney(annualPremium) },
    ],
  };
}

const tariff: Style = { face: 'serif', size: 15, colour: colours.deepGreen };
const amount: Style = { face: 'serif', size: 23, colour: colours.deepGreen };
const note: Style = { face: 'sans', size: 8.5, colour: colours.saddle, gap: 1.5 };
const noteGap = 2;
const inset = 18;

export function writePrice(paper: Paper, parent: Element, price: Price) {
  const element = paper.open('Sect', parent);
  const top = paper.y;
  const width = contentWidth - 2 * inset;
  const x = sheet.left + inset;
  const rows = Math.ceil(price.facts.length / 3);
  const notes = price.notes.map((text) => ({ text, height: paper.heightOf(text, note, width) + noteGap }));
  const height = notes.reduce((sum, one) => sum + one.height, 72 + rows * 34);
  paper.decorate((doc) => {
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
  for (const one of notes) {
    paper.write(element, 'P', one.text, note, { x, y: paper.y, width });
    paper.y += one.height;
  }
  paper.y = top + height;
  element.end();
}
