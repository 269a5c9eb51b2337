/** A tagged PDF in German. Uses neither clock nor random numbers: the same content has the same bytes. */
import PDFDocument from 'pdfkit';
import { registerFaces } from './fonts';
import { createPaper, type Element, type Paper } from './paper';

/** The metadata of a PDF; pdfkit would use the clock without `date`. */
type Info = { title: string; subject: string; author: string; creator: string; date: Date };

/** `write` fills the sheets and returns what to write on each of them when all exist. */
export async function drawPaper(
  info: Info,
  write: (paper: Paper, whole: Element) => () => void,
): Promise<Uint8Array> {
  const doc = openDocument(info);
  const bytes = bytesOf(doc);
  registerFaces(doc);
  const paper = createPaper(doc);
  const whole = paper.open('Document');
  const writeMargins = write(paper, whole);
  whole.end();
  writeMargins();
  doc.end();
  return await bytes;
}

function openDocument({ title, subject, author, creator, date }: Info): PDFKit.PDFDocument {
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
      Title: title,
      Author: author,
      Subject: subject,
      Creator: creator,
      CreationDate: date,
      ModDate: date,
    },
  });
}

async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync<Uint8Array>(doc));
}
