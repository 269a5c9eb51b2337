/** The two faces of the brand, whole: a name may come from anywhere in Europe. */

const files = {
  sans: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  medium: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  serif: '@expo-google-fonts/vollkorn/600SemiBold/Vollkorn_600SemiBold.ttf',
} as const;

export type Face = keyof typeof files;

/** Registers the faces; each is read and cut down to the letters used when something is written in it. */
export function registerFaces(doc: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(files)) {
    doc.registerFont(face, Bun.resolveSync(file, import.meta.dir));
  }
}

/**
 * The face that can write a text, and what it writes. The sans knows Latin letters, the serif Greek and Cyrillic too;
 * a character that neither knows is shown as `?`, and the caller tells readers the `actual` text.
 */
export function faceFor(doc: PDFKit.PDFDocument, face: Face, text: string): { face: Face; shown: string } {
  const composed = text.normalize('NFC');
  if (composed === shownIn(doc, face, composed)) return { face, shown: composed };
  const inSerif = shownIn(doc, 'serif', composed);
  return { face: 'serif', shown: inSerif };
}

function shownIn(doc: PDFKit.PDFDocument, face: Face, text: string): string {
  const knows = glyphsOf(doc, face);
  // one mark for what a reader would count as one character: an emoji of a family is seven code points
  return Array.from(segments.segment(text), ({ segment }) =>
    Array.from(segment).every((letter) => knows(letter.codePointAt(0) ?? 0)) ? segment : '?',
  ).join('');
}

const lineFeed = 10;
const segments = new Intl.Segmenter('de');

/** pdfkit has no public way to ask for a glyph: this is fontkit's font behind its current one. */
function glyphsOf(doc: PDFKit.PDFDocument, face: Face): (codePoint: number) => boolean {
  doc.font(face);
  const { _font } = doc as unknown as {
    _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  };
  return (codePoint) => codePoint === lineFeed || _font.font.hasGlyphForCodePoint(codePoint);
}
