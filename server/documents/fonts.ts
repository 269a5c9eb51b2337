/** The two typefaces of the brand with all their characters, because names may come from anywhere in Europe. */

const files = {
  sans: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  medium: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  serif: '@expo-google-fonts/vollkorn/600SemiBold/Vollkorn_600SemiBold.ttf',
} as const;

export type Face = keyof typeof files;

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
export function faceFor(doc: PDFKit.PDFDocument, face: Face, text: string): { face: Face; shown: string } {
  const composed = text.normalize('NFC');
  if (composed === shownIn(doc, face, composed)) return { face, shown: composed };
  return { face: 'serif', shown: shownIn(doc, 'serif', composed) };
}

function shownIn(doc: PDFKit.PDFDocument, face: Face, text: string): string {
  const hasGlyph = glyphsOf(doc, face);
  const isKnown = (letter: string) => hasGlyph(letter.codePointAt(0) ?? 0);
  // one `?` for each visible character: the emoji of a family is seven code points
  return Array.from(segments.segment(text), ({ segment }) => {
    const seen = Array.from(segment).filter((letter) => isKnown(letter) || !isInvisible.test(letter));
    return seen.every(isKnown) ? seen.join('') : '?';
  }).join('');
}

/** 0.2.0 stored such characters in the middle of names. */
const isInvisible = /[\p{Cf}\p{DI}]/u;
const lineFeed = 10;
const segments = new Intl.Segmenter('de');

type Fontkit = { _tables: object; hasGlyphForCodePoint(codePoint: number): boolean };

/** Of the files: decoding them again would be a quarter of each drawing. */
const tables: Partial<Record<Face, object>> = {};

/** pdfkit has no public function to look up a glyph, so this uses the fontkit font behind its current font. */
function glyphsOf(doc: PDFKit.PDFDocument, face: Face): (codePoint: number) => boolean {
  doc.font(face);
  const { font } = (doc as unknown as { _font: { font: Fontkit } })._font;
  tables[face] ??= font._tables;
  font._tables = tables[face];
  return (codePoint) => codePoint === lineFeed || font.hasGlyphForCodePoint(codePoint);
}
