/** Draws the PDF of an application. */
import PDFDocument from 'pdfkit';
import { stateLabels } from '#domain/backoffice/applications';
import { formatInstant } from '#domain/format';
import { linesOn, writeFacts, writeSection } from './blocks';
import { type Copy, sectionsOf } from './content';
import { registerFaces } from './fonts';
import { writeLetterhead, writeMargins } from './letterhead';
import { contentWidth, createPaper, type Element, type Paper, sheet, styles } from './paper';
import { writePrice } from './price';

const title = 'Antrag auf OP-Versicherung für ein Pferd';

/** Uses neither clock nor random numbers, so that the same copy always has the same bytes. */
export async function drawApplication(copy: Copy): Promise<Uint8Array> {
  const { application, sets, printedAt } = copy;
  const doc = openDocument(copy);
  const bytes = bytesOf(doc);
  registerFaces(doc);
  const paper = createPaper(doc);
  const whole = paper.open('Document');
  writeLetterhead(paper, whole, copy.operator);
  writeCover(paper, whole, copy);
  const selection = sets['tariff-selection'];
  if (selection) writePrice(paper, whole, selection, copy);
  for (const section of sectionsOf(copy)) writeSection(paper, whole, section);
  if (printedAt) {
    paper.y += 14;
    const foot = `Stand vom ${formatInstant(printedAt)}. Enthält personenbezogene Daten.`;
    linesOn(paper, whole)('P', foot, styles.declared, 0);
  }
  whole.end();
  writeMargins(paper, application.id, copy.operator);
  doc.end();
  return await bytes;
}

function openDocument({ application, operator, printedAt }: Copy): PDFKit.PDFDocument {
  const date = new Date(printedAt ?? application.lastUpdated);
  return new PDFDocument({
    size: 'A4',
    // no margins, so that pdfkit never adds a page: paper.ts does that
    margins: { top: 0, right: 0, bottom: 0, left: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    // pdfkit supports this conformance level, but its types lack it
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'de-DE',
    displayTitle: true,
    info: {
      Title: `${title}, Nr. ${application.id}`,
      Author: operator.company.name,
      Subject: title,
      Creator: operator.brand.name,
      CreationDate: date,
      ModDate: date,
    },
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

async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync<Uint8Array>(doc));
}
