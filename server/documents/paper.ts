/** A4 sheets that are filled from top to bottom, with the structure that screen readers need (PDF/UA). */

/** Colours of the site (web/styles.css). */
export const colours = {
  paper: '#faf6ee',
  line: '#ddd2bf',
  green: '#1d4435',
  deepGreen: '#143027',
  saddle: '#8a4b20',
  thread: '#d9ac7c',
  ink: '#22302a',
  quiet: '#55625b',
} as const;

/** In points (1/72 inch). */
export const sheet = { width: 595.28, height: 841.89, left: 56, right: 539.28, bottom: 770 } as const;
export const contentWidth = sheet.right - sheet.left;
/** Where the text of the second and all further sheets begins. */
const nextTop = 82;

export type Style = { face: Face; size: number; colour: string; gap?: number };

export const styles = {
  title: { face: 'serif', size: 21, colour: colours.deepGreen },
  heading: { face: 'serif', size: 13.5, colour: colours.deepGreen },
  label: { face: 'sans', size: 8, colour: colours.quiet },
  value: { face: 'medium', size: 10, colour: colours.ink, gap: 1 },
  strong: { face: 'medium', size: 9.5, colour: colours.ink, gap: 2.5 },
  body: { face: 'sans', size: 9.5, colour: colours.ink, gap: 2.5 },
  declared: { face: 'sans', size: 8.5, colour: colours.quiet, gap: 2 },
} as const satisfies Record<string, Style>;

export type Element = PDFKit.PDFStructureElement;
type Place = { x: number; y: number; width: number; align?: 'left' | 'right' };

export type Paper = ReturnType<typeof createPaper>;

export function createPaper(doc: PDFKit.PDFDocument) {
  const draw = (text: string, style: Style, { x, y, width, align }: Place) => {
    const { shown, options } = prepare(doc, text, style);
    doc.text(shown, x, y, { ...options, width, align });
  };
  return {
    /** Where the next text begins, in points from the top. */
    y: 0,
    heightOf(text: string, style: Style, width: number): number {
      const { shown, options } = prepare(doc, text, style);
      return doc.heightOfString(shown, { ...options, width });
    },
    makeRoom(height: number) {
      if (this.y + height <= sheet.bottom) return;
      doc.addPage();
      this.y = nextTop;
    },
    /** An element that contains others, such as a section or a table. The caller ends it. */
    open(type: string, parent?: Element): Element {
      const element = doc.struct(type);
      if (parent) parent.add(element);
      else doc.addStructure(element);
      return element;
    },
    write(parent: Element, type: string, text: string, style: Style, place: Place) {
      const { shown } = faceFor(doc, style.face, text);
      const options = {
        ...(shown === text.normalize('NFC') ? {} : { actual: text }),
        ...(type === 'TH' ? { scope: 'Row' } : {}),
      };
      // according to pdfkit's manual a child may be a function; its types lack that
      const content = (() => draw(text, style, place)) as unknown as PDFKit.PDFStructureElementChild;
      parent.add(doc.struct(type, options, [content]));
    },
    /** Draws what screen readers skip: lines, boxes, the horse. */
    decorate(paint: (doc: PDFKit.PDFDocument) => void) {
      doc.markContent('Artifact', { type: 'Layout' });
      paint(doc);
      doc.endMarkedContent();
    },
    /** Draws head and foot of every sheet. Call it when all sheets exist. */
    onEverySheet(paint: (print: typeof draw, doc: PDFKit.PDFDocument, number: number, of: number) => void) {
      const { count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(index);
        doc.markContent('Artifact', { type: 'Pagination' });
        paint(draw, doc, index + 1, count);
        doc.endMarkedContent();
      }
    },
  };
}

function prepare(doc: PDFKit.PDFDocument, text: string, style: Style) {
  const { face, shown } = faceFor(doc, style.face, text);
  doc.font(face).fontSize(style.size).fillColor(style.colour);
  // lining figures, as on the site
  const features = face === 'serif' ? (['lnum'] as const).slice() : undefined;
  return { shown, options: { lineGap: style.gap ?? 0, features } };
}

/** The two typefaces of the brand with all their characters, because names may come from anywhere in Europe. */
const files = {
  sans: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  medium: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  serif: '@expo-google-fonts/vollkorn/600SemiBold/Vollkorn_600SemiBold.ttf',
} as const;

type Face = keyof typeof files;

/** Registers the faces. A face is read when it is first used, and only its used characters become part of the PDF. */
export function registerFaces(doc: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(files)) {
    doc.registerFont(face, Bun.resolveSync(file, import.meta.dir));
  }
}

/**
 * A face that has the characters of a text, and the text to show. The sans has Latin letters, the serif Greek and
 * Cyrillic too. A character that neither has is shown as `?`, and the caller passes the `actual` text to screen readers.
 */
function faceFor(doc: PDFKit.PDFDocument, face: Face, text: string): { face: Face; shown: string } {
  const composed = text.normalize('NFC');
  if (composed === shownIn(doc, face, composed)) return { face, shown: composed };
  return { face: 'serif', shown: shownIn(doc, 'serif', composed) };
}

function shownIn(doc: PDFKit.PDFDocument, face: Face, text: string): string {
  const font = fontOf(doc, face);
  const lacks = (letters: string) => {
    for (const letter of letters) {
      const codePoint = letter.codePointAt(0) ?? 0;
      if (codePoint !== lineFeed && !font.hasGlyphForCodePoint(codePoint)) return true;
    }
    return false;
  };
  if (!lacks(text)) return text;
  // one `?` for each visible character: the emoji of a family is seven code points
  return Array.from(segments.segment(text), ({ segment }) => {
    const seen = segment.replace(isInvisible, (letter) => (lacks(letter) ? '' : letter));
    return lacks(seen) ? '?' : seen;
  }).join('');
}

/** 0.2.0 stored such characters in the middle of names. */
const isInvisible = /[\p{Cf}\p{DI}]/gu;
const lineFeed = 10;
const segments = new Intl.Segmenter('de');

/** What pdfkit has behind a face, which its types lack. A run has the glyphs of a word and their places. */
type Opened = {
  font: { _tables: object; hasGlyphForCodePoint(codePoint: number): boolean };
  layoutRun(text: string, features?: string[]): object;
};

/** Shared by all drawings: reading the files and setting each word again would be more than half of a drawing. */
const tables: Partial<Record<Face, object>> = {};
const runs = new Map<string, object>();
const mostRuns = 10_000;

function fontOf(doc: PDFKit.PDFDocument, face: Face): Opened['font'] {
  doc.font(face);
  const opened = (doc as unknown as { _font: Opened })._font;
  if (Object.hasOwn(opened, 'layoutRun')) return opened.font;
  tables[face] ??= opened.font._tables;
  opened.font._tables = tables[face];
  const layoutRun = opened.layoutRun.bind(opened);
  opened.layoutRun = (text, features = []) => {
    const key = [face, ...features, text].join();
    const run = runs.get(key) ?? layoutRun(text, features);
    if (runs.size >= mostRuns) runs.clear();
    runs.set(key, run);
    return run;
  };
  return opened.font;
}
