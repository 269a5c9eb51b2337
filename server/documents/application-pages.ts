/** Draws the document of an application. Imported only when one is wanted: pdfkit and its fonts are large. */
import PDFDocument from 'pdfkit';
import { brand, company, insurer } from '#domain/company';
import { formatInstant } from '#domain/format';
import { writeSection } from './blocks';
import { type Completed, sectionsOf } from './content';
import { registerFaces } from './fonts';
import { writeLetterhead, writeMargins } from './letterhead';
import { contentWidth, createPaper, type Element, type Paper, type Style, sheet, styles } from './paper';
import { priceOf } from './price';
import { writePrice } from './price-box';

const title = 'Antrag auf OP-Versicherung für ein Pferd';

/** The same bytes for the same application: no clock and no chance. */
export async function drawApplication(completed: Completed): Promise<Uint8Array> {
  const doc = openDocument(completed);
  const bytes = bytesOf(doc);
  registerFaces(doc);
  const paper = createPaper(doc);
  const whole = paper.open('Document');
  writeLetterhead(paper, whole);
  writeCover(paper, whole, completed);
  writePrice(paper, whole, priceOf(completed));
  for (const section of sectionsOf(completed)) writeSection(paper, whole, section);
  whole.end();
  writeMargins(paper, completed.applicationId);
  doc.end();
  return await bytes;
}

function openDocument({ applicationId, completedAt }: Completed): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    // the sheets know where they end (paper.ts): pdfkit is not to turn one by itself
    margins: { top: 0, right: 0, bottom: 0, left: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    // a conformance level that its types do not know yet
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'de-DE',
    displayTitle: true,
    info: {
      Title: `${title}, Nr. ${applicationId}`,
      Author: company.name,
      Subject: title,
      Creator: brand.name,
      CreationDate: new Date(completedAt),
      ModDate: new Date(completedAt),
    },
  });
}

function writeCover(paper: Paper, parent: Element, { applicationId, completedAt }: Completed) {
  const line = (type: string, text: string, style: Style, after: number) => {
    const height = paper.heightOf(text, style, contentWidth);
    paper.write(parent, type, text, style, { x: sheet.left, y: paper.y, width: contentWidth });
    paper.y += height + after;
  };
  paper.y += 26;
  line('H1', title, styles.title, 2);
  line('P', `An die ${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`, styles.body, 8);
  line(
    'P',
    `Antragsnummer ${applicationId}, eingereicht am ${formatInstant(completedAt)} Uhr`,
    styles.strong,
    1,
  );
  const status = `Dieses Dokument hält Ihre Angaben fest. Es ist kein Versicherungsschein: Der Vertrag kommt zustande, wenn die ${insurer.name} den Antrag annimmt.`;
  line('P', status, styles.body, 14);
}

async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync<Uint8Array>(doc));
}
