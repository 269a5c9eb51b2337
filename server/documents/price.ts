import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { tariffFields } from '#domain/steps/tariff';
import { perPeriod, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, type PricedSelection, toEuro } from '#domain/tariffs/premium';
import { underline, writeFacts } from './blocks';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';

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
