import type { AllSets } from '#domain/application';
import { factsOf } from '#domain/fields';
import { formatMoney, formatPercent } from '#domain/format';
import { horseFields } from '#domain/steps/horse';
import { tariffFields } from '#domain/steps/tariff';
import { type PaymentFrequency, perPeriod, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, periods, surchargeAge, surchargeOf, toEuro } from '#domain/tariffs/premium';
import { coverSentence, waitingSentence } from '#domain/tariffs/waiting';
import { underline, writeFacts } from './blocks';
import { type Copy, dayOf } from './content';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';

const tariff: Style = { face: 'serif', size: 15, colour: colours.deepGreen };
const amount: Style = { face: 'serif', size: 23, colour: colours.deepGreen };
const note: Style = { face: 'sans', size: 8.5, colour: colours.saddle, gap: 1.5 };
const noteGap = 2;
const inset = 18;

type Selection = AllSets['tariff-selection'];

export function writePrice(paper: Paper, parent: Element, selection: Selection, copy: Copy) {
  const price = priceOf(selection, copy);
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

/** The stored price: today's catalogue is not used. */
function priceOf(selection: Selection, copy: Copy) {
  const { tariffType, paymentFrequency, monthlyPremium, annualPremium } = selection;
  const horse = copy.sets['horse-data'];
  const surcharge = surchargeOf(copy.ageSurchargePercent, horse?.birthDate ?? null, dayOf(copy));
  const { tariffType: _, ...chosen } = factsOf(tariffFields, selection);
  const amount = formatMoney(toEuro(instalmentCents(selection)));
  return {
    tariff: tariffNames[tariffType],
    /** Amount of one direct debit, such as `133,74 €`, and how often: `im Vierteljahr`. */
    amount,
    rhythm: perPeriod[paymentFrequency],
    facts: [
      ...(horse ? [factsOf(horseFields, horse).insuranceStartDate] : []),
      ...Object.values(chosen),
      { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
      { label: 'Beitrag je Zahlung', value: amount },
      { label: 'Jahresbeitrag', value: formatMoney(annualPremium) },
    ],
    notes: [
      ...notesOf(paymentFrequency, surcharge),
      waitingSentence,
      ...(horse ? [coverSentence(horse.insuranceStartDate, tariffType)] : []),
    ],
  };
}

function notesOf(paymentFrequency: PaymentFrequency, surchargePercent: number): string[] {
  const { discountPercent } = periods[paymentFrequency];
  const surcharge = `Enthalten ist ein Alterszuschlag von ${formatPercent(surchargePercent)} für Pferde ab ${surchargeAge} Jahren.`;
  const discount = `Abgezogen ist ein Nachlass von ${formatPercent(discountPercent)} für die Zahlweise.`;
  return [...(surchargePercent > 0 ? [surcharge] : []), ...(discountPercent > 0 ? [discount] : [])];
}
