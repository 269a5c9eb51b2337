import { businessLines, type Operator } from '#domain/operator/operator';
import { horseMark } from '#web/illustrations.tsx';
import { colours, contentWidth, type Element, type Paper, type Style, sheet } from './paper';

const name: Style = { face: 'serif', size: 22, colour: colours.paper };
const claim: Style = { face: 'sans', size: 9, colour: '#cfdad3' };
const address: Style = { face: 'sans', size: 8, colour: '#e6ece6', gap: 1.6 };
const small: Style = { face: 'sans', size: 7, colour: colours.quiet, gap: 1.2 };

const band = { height: 84, strap: 7 };

export function writeLetterhead(paper: Paper, parent: Element, { brand, company }: Operator) {
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

export function writeMargins(paper: Paper, subject: string, operator: Operator) {
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
