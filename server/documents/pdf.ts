/**
 * A PDF with the structure and the metadata that screen readers need (PDF/UA), in German. Uses neither clock nor random
 * numbers: the same content has the same bytes.
 */
import PDFDocument from 'pdfkit';
import type { Operator } from '#domain/operator/operator';
import { registerFaces } from './fonts';
import { createPaper, type Element, type Paper } from './paper';

type About = {
  title: string;
  subject: string;
  operator: Pick<Operator, 'brand' | 'company'>;
  /** Null: the file has no date. */
  date: Date | null;
};

/** `write` fills the sheets and returns what to write on each of them when all exist. */
export async function drawPaper(
  about: About,
  write: (paper: Paper, whole: Element) => () => void,
): Promise<Uint8Array> {
  const doc = openFile(about);
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

function openFile({ title, subject, operator, date }: About): PDFKit.PDFDocument {
  const dates = date ? { CreationDate: date, ModDate: date } : { CreationDate: never };
  const doc = new PDFDocument({
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
      Author: operator.company.name,
      Subject: subject,
      Creator: operator.brand.name,
      ...dates,
    },
  });
  mendMetadata(doc, date !== null);
  return doc;
}

async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync<Uint8Array>(doc));
}

/** pdfkit hashes the date into the id of the file. */
const never = new Date(0);

type Metadata = {
  info: Record<string, string | Date>;
  metadata: { append(xml: string, newline?: boolean): void };
  _addInfo(): void;
};

/** pdfkit writes its facts into the XML without escaping them, and always with a date. */
function mendMetadata(doc: PDFKit.PDFDocument, dated: boolean) {
  // the types lack what is not public
  const inner = doc as unknown as Metadata;
  const { info, metadata } = inner;
  const { CreationDate = never } = info;
  if (!dated) delete info.CreationDate;
  const addInfo = inner._addInfo.bind(inner);
  inner._addInfo = () => {
    inner.info = { ...escaped(info), CreationDate };
    addInfo();
    inner.info = info;
  };
  if (dated) return;
  const append = metadata.append.bind(metadata);
  metadata.append = (xml, newline) =>
    append(xml.replace(/\s*<xmp:CreateDate>.*<\/xmp:CreateDate>/, ''), newline);
}

function escaped(info: Metadata['info']): Metadata['info'] {
  return Object.fromEntries(
    Object.entries(info).map(([name, value]) => [name, typeof value === 'string' ? escapeXml(value) : value]),
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
