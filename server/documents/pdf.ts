/** A PDF that screen readers read (PDF/UA). Without clock and random numbers: the same content has the same bytes. */
import PDFDocument from 'pdfkit';
import { businessLines, type Operator } from '#domain/operator/operator';
import { horseMark } from '#web/illustrations.tsx';
import { linesOn } from './blocks';
import {
  colours,
  contentWidth,
  createPaper,
  type Element,
  type Paper,
  registerFaces,
  type Style,
  sheet,
} from './paper';

type About = {
  title: string;
  subject: string;
  /** At the head of all sheets but the first. */
  running: string;
  /** With `trial` (`PublicState`) every sheet says so. */
  operator: Operator;
  /** Null: the file has no date. */
  date: Date | null;
};

/** `write` fills the sheets below the letterhead; `line` writes a text over the whole width. */
export async function drawPaper(
  about: About,
  write: (paper: Paper, whole: Element, line: ReturnType<typeof linesOn>) => void,
): Promise<Uint8Array> {
  const doc = openFile(about);
  const bytes = bytesOf(doc);
  registerFaces(doc);
  const paper = createPaper(doc);
  const whole = paper.open('Document');
  writeLetterhead(paper, whole, about.operator);
  paper.y += 26;
  write(paper, whole, linesOn(paper, whole));
  whole.end();
  writeMargins(paper, about.running, about.operator);
  if ('trial' in about.operator) paper.onEverySheet(stampTrial);
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

const name: Style = { face: 'serif', size: 22, colour: colours.paper };
const claim: Style = { face: 'sans', size: 9, colour: '#cfdad3' };
const address: Style = { face: 'sans', size: 8, colour: '#e6ece6', gap: 1.6 };
const small: Style = { face: 'sans', size: 7, colour: colours.quiet, gap: 1.2 };

const trialStamp: Style = { face: 'serif', size: 140, colour: colours.saddle };

const band = { height: 84, strap: 7 };

function writeLetterhead(paper: Paper, parent: Element, { brand, company }: Operator) {
  paper.decorate((doc) => {
    doc.rect(0, 0, sheet.width, band.height).fill(colours.green);
    doc.rect(0, band.height, sheet.width, band.strap).fill(colours.saddle);
    const seam = band.height + band.strap / 2;
    doc.lineWidth(0.7).dash(4, { space: 2.5 }).strokeColor(colours.thread);
    doc.moveTo(0, seam).lineTo(sheet.width, seam).stroke().undash();
    drawHorse(doc, { y: 20, side: 44, colour: colours.paper, eye: colours.green });
  });
  const beside = { x: sheet.left + 58, width: 185 };
  // a long name is smaller and may have two lines
  const title = isLong(brand.name) ? { ...name, size: 15 } : name;
  const below = Math.max(50, 24 + paper.heightOf(brand.name, title, beside.width));
  paper.write(parent, 'P', brand.name, title, { ...beside, y: 23 });
  paper.write(parent, 'P', brand.claim, claim, { ...beside, y: below });
  const lines = [
    company.name,
    `${company.street}, ${company.zipCode} ${company.city}`,
    `${company.phone} · ${company.email}`,
  ];
  const place = { x: sheet.right - 240, y: 26, width: 240, align: 'right' } as const;
  paper.write(parent, 'P', lines.join('\n'), address, place);
  paper.y = band.height + band.strap;
}

function writeMargins(paper: Paper, subject: string, operator: Operator) {
  const { brand, company } = operator;
  const sender = `${company.name} · ${company.street} · ${company.zipCode} ${company.city}`;
  // beside the page number; a long name has two lines
  const below = Math.max(803, 793 + paper.heightOf(sender, small, contentWidth - 90));
  paper.onEverySheet((print, doc, number, count) => {
    if (number > 1) {
      print(
        brand.name,
        { ...name, size: isLong(brand.name) ? 8.5 : 13, colour: colours.green },
        { x: sheet.left + 28, y: 38, width: 120 },
      );
      drawHorse(doc, { y: 34, side: 21, colour: colours.green, eye: '#ffffff' });
      const right = { x: sheet.left + 150, y: 43, width: contentWidth - 150, align: 'right' } as const;
      print(subject, { ...small, size: 8 }, right);
      rule(doc, 62, colours.saddle);
    }
    rule(doc, 786, colours.line);
    const line = { x: sheet.left, y: 793, width: contentWidth - 90 };
    print(sender, small, line);
    print(businessLines(operator).join(' · '), small, { ...line, y: below, width: contentWidth });
    const place = { x: sheet.right - 80, y: 793, width: 80, align: 'right' } as const;
    print(`Seite ${number} von ${count}`, { ...small, size: 8 }, place);
  });
}

function stampTrial(print: Parameters<Parameters<Paper['onEverySheet']>[0]>[0], doc: PDFKit.PDFDocument) {
  doc
    .save()
    .rotate(-35, { origin: [sheet.width / 2, sheet.height / 2] })
    .opacity(0.18);
  print('PROBE', trialStamp, { x: 0, y: sheet.height / 2 - 80, width: sheet.width });
  doc.restore();
}

function isLong(brandName: string): boolean {
  return brandName.length > 15;
}

function rule(doc: PDFKit.PDFDocument, y: number, colour: string) {
  doc.lineWidth(0.7).strokeColor(colour).moveTo(sheet.left, y).lineTo(sheet.right, y).stroke();
}

type Horse = { y: number; side: number; colour: string; eye: string };

function drawHorse(doc: PDFKit.PDFDocument, { y, side, colour, eye }: Horse) {
  doc
    .save()
    .translate(sheet.left, y)
    .scale(side / 64);
  doc.path(horseMark.shoe).lineWidth(4.2).lineCap('round').stroke(colour);
  doc.path(horseMark.head).fill(colour);
  doc.circle(29.5, 24.3, 1.3).fill(eye).restore();
}
