/** Reads the text of a PDF with its positions and its structure. */
import { getDocumentProxy } from 'unpdf';

/** In points, from the lower left corner of the sheet. `marked`: inside an element or an artifact. */
export type Piece = { text: string; x: number; y: number; width: number; marked: boolean };
type Sheet = { width: number; height: number; text: string; pieces: Piece[]; roles: string[] };

/** Every sheet of a document, and its metadata. */
export async function readPdf(bytes: Uint8Array) {
  // pdf.js detaches the array that it gets
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: Sheet[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const pieces = piecesOf((await page.getTextContent({ includeMarkedContent: true })).items);
    const roles = rolesOf((await page.getStructTree()) ?? {});
    sheets.push({ width, height, text: pieces.map(({ text }) => text).join(' '), pieces, roles });
  }
  const { info } = await pdf.getMetadata();
  const text = sheets.map((sheet) => sheet.text).join(' ');
  // `letters` has no white space, because a line break may split a word
  return { sheets, text, letters: text.replace(/\s/g, ''), info: info as Record<string, unknown> };
}

type Item = { type: string } | { str: string; width: number; transform: number[] };

function piecesOf(items: readonly Item[]): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  for (const item of items) {
    if ('type' in item) depth += item.type.startsWith('begin') ? 1 : -1;
    else if (item.str.trim() !== '') {
      const [, , , , x = 0, y = 0] = item.transform;
      pieces.push({ text: item.str, x, y, width: item.width, marked: depth > 0 });
    }
  }
  return pieces;
}

type Node = { role?: string; id?: string; children?: Node[] };

function rolesOf({ role, children = [] }: Node): string[] {
  return [...(role ? [role] : []), ...children.flatMap(rolesOf)];
}
