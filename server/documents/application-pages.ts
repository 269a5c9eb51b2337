import { stateLabels } from '#domain/applications/staff';
import { formatInstant } from '#domain/format';
import { linesOn, underline, writeFacts, writeSection } from './blocks';
import { type Copy, sectionsOf } from './content';
import { writeLetterhead, writeMargins } from './letterhead';
import { colours, contentWidth, type Element, type Paper, type Style, sheet, styles } from './paper';
import { drawPaper } from './pdf';
import { priceOf } from './price';

const tariff: Style = { face: 'serif', size: 15, colour: colours.deepGreen };
const amount: Style = { face: 'serif', size: 23, colour: colours.deepGreen };
const note: Style = { face: 'sans', size: 8.5, colour: colours.saddle, gap: 1.5 };
const noteGap = 2;
const inset = 18;
const title = 'Antrag auf OP-Versicherung für ein Pferd';

export function drawApplication(copy: Copy): Promise<Uint8Array> {
  const { application, sets, operator, printedAt } = copy;
  const about = {
    title: `${title}, Nr. ${application.id}`,
    subject: title,
    operator,
    date: new Date(printedAt ?? application.lastUpdated),
  };
  return drawPaper(about, (paper, whole) => {
    writeLetterhead(paper, whole, operator);
    writeCover(paper, whole, copy);
    const selection = sets['tariff-selection'];
    if (selection) writePrice(paper, whole, priceOf(selection, copy));
    for (const section of sectionsOf(copy)) writeSection(paper, whole, section);
    if (printedAt) {
      paper.y += 14;
      const foot = `Stand vom ${formatInstant(printedAt)}. Enthält personenbezogene Daten.`;
      linesOn(paper, whole)('P', foot, styles.declared, 0);
    }
    return () => writeMargins(paper, `Antrag ${application.id}`, operator);
  });
}

function writeCover(paper: Paper, parent: Element, { application, operator: { insurer }, printedAt }: Copy) {
  const { id, completed, createdAt, lastUpdated } = application;
  const line = linesOn(paper, parent);
  paper.y += 26;
  line('H1', title, styles.title, 2);
  line('P', `An die ${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`, styles.body, 8);
  if (!printedAt) {
    const sent = `Antragsnummer ${id}, eingereicht am ${formatInstant(lastUpdated)} Uhr`;
    line('P', sent, styles.strong, 1);
    const status = `Dieses Dokument hält Ihre Angaben fest. Es ist kein Versicherungsschein: Der Vertrag kommt zustande, wenn die ${insurer.name} den Antrag annimmt.`;
    line('P', status, styles.body, 14);
    return;
  }
  const open = 'Noch nicht eingereicht: Die Angaben können sich ändern.';
  if (!completed) line('P', open, styles.strong, 4);
  line('P', `Antragsnummer ${id}`, styles.strong, 1);
  const facts = [
    { label: 'Status', value: stateLabels[completed ? 'completed' : 'incomplete'] },
    { label: 'Begonnen', value: formatInstant(createdAt) },
    { label: completed ? 'Eingereicht' : 'Zuletzt aktualisiert', value: formatInstant(lastUpdated) },
  ];
  writeFacts(paper, parent, facts, { x: sheet.left, width: contentWidth, columns: 3 });
  paper.y += 10;
}

function writePrice(paper: Paper, parent: Element, price: ReturnType<typeof priceOf>) {
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
